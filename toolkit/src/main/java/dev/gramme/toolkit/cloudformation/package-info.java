/** Infrastructure as code for tables: AWS CloudFormation templates and AWS CDK sources. */
@NullMarked
package dev.gramme.toolkit.cloudformation;

import org.jspecify.annotations.NullMarked;
