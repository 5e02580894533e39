/**
 * The runtime of generated code: conversion between records and items, and the calls of access
 * patterns.
 */
@NullMarked
package dev.gramme.toolkit.entity;

import org.jspecify.annotations.NullMarked;
