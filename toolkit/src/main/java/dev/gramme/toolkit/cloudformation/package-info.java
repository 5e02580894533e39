/** Tables as infrastructure: templates of AWS CloudFormation and sources of the AWS CDK. */
@NullMarked
package dev.gramme.toolkit.cloudformation;

import org.jspecify.annotations.NullMarked;
