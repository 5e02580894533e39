# The tables of tables.sh. The variable "changed" selects the definitions before and after a change.

terraform {
  required_version = ">= 1.5"
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "5.100.0"
    }
  }
}

# The address is in AWS_ENDPOINT_URL_DYNAMODB.
provider "aws" {
  skip_credentials_validation = true
  skip_metadata_api_check     = true
  skip_requesting_account_id  = true
}

variable "changed" {
  type    = bool
  default = false
}

resource "aws_dynamodb_table" "orders" {
  name           = "terraform-orders"
  billing_mode   = var.changed ? "PAY_PER_REQUEST" : "PROVISIONED"
  read_capacity  = var.changed ? null : 5
  write_capacity = var.changed ? null : 5
  hash_key       = "customer"
  range_key      = "at"
  table_class    = "STANDARD"

  attribute {
    name = "customer"
    type = "S"
  }

  attribute {
    name = "at"
    type = "N"
  }

  attribute {
    name = "state"
    type = "S"
  }

  attribute {
    name = "amount"
    type = "N"
  }

  local_secondary_index {
    name            = "by-amount"
    range_key       = "amount"
    projection_type = "KEYS_ONLY"
  }

  global_secondary_index {
    name               = var.changed ? "by-state-and-time" : "by-state"
    hash_key           = "state"
    range_key          = var.changed ? "at" : null
    projection_type    = "INCLUDE"
    non_key_attributes = ["amount"]
    read_capacity      = var.changed ? null : 5
    write_capacity     = var.changed ? null : 5
  }

  stream_enabled   = true
  stream_view_type = "NEW_AND_OLD_IMAGES"

  ttl {
    enabled        = true
    attribute_name = "expires"
  }

  point_in_time_recovery {
    enabled = var.changed
  }

  server_side_encryption {
    enabled = var.changed
  }

  tags = {
    stage = var.changed ? "live" : "test"
  }
}

resource "aws_dynamodb_table_item" "order" {
  table_name = aws_dynamodb_table.orders.name
  hash_key   = aws_dynamodb_table.orders.hash_key
  range_key  = aws_dynamodb_table.orders.range_key
  item = jsonencode({
    customer = { S = "ana" }
    at       = { N = "1" }
    state    = { S = var.changed ? "paid" : "new" }
    lines    = { L = [{ M = { article = { S = "pen" } } }] }
  })
}

resource "aws_dynamodb_resource_policy" "orders" {
  resource_arn = aws_dynamodb_table.orders.arn
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Principal = { AWS = "arn:aws:iam::000000000000:role/reader" }
      Action    = ["dynamodb:GetItem"]
      Resource  = aws_dynamodb_table.orders.arn
    }]
  })
}

# A table with a replica in another region, whose changes are sent to a stream of Kinesis.
resource "aws_dynamodb_table" "copied" {
  name             = "terraform-copied"
  billing_mode     = "PAY_PER_REQUEST"
  hash_key         = "id"
  stream_enabled   = true
  stream_view_type = "NEW_AND_OLD_IMAGES"

  attribute {
    name = "id"
    type = "S"
  }

  replica {
    region_name = "eu-west-1"
  }
}

resource "aws_dynamodb_kinesis_streaming_destination" "copied" {
  stream_arn = "arn:aws:kinesis:us-east-1:000000000000:stream/changes"
  table_name = aws_dynamodb_table.copied.name
}

data "aws_dynamodb_table" "orders" {
  name       = aws_dynamodb_table.orders.name
  depends_on = [aws_dynamodb_table_item.order]
}

output "seen" {
  value = "${data.aws_dynamodb_table.orders.arn} ${data.aws_dynamodb_table.orders.billing_mode}"
}
