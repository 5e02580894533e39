#!/usr/bin/env bash
# Commands of the AWS CLI with their answers; uses aws.
set -euo pipefail

table=cli-things
ddb() { aws dynamodb "$@"; }

# equal EXPECTED COMMAND...: fails if the command prints something else.
equal() {
  local expected=$1 actual
  shift
  actual=$("$@")
  if [[ $actual != "$expected" ]]; then
    printf 'expected: %s\nactual:   %s\ncommand:  %s\n' "$expected" "$actual" "$*" >&2
    exit 1
  fi
}

# refused ERROR COMMAND...: fails if the command succeeds or has another error.
refused() {
  local error=$1 output
  shift
  if output=$("$@" 2>&1); then
    printf 'no error: %s\n' "$*" >&2
    exit 1
  fi
  if [[ $output != *"($error)"* ]]; then
    printf 'expected the error %s: %s\n' "$error" "$output" >&2
    exit 1
  fi
}

equal CREATING ddb create-table --table-name "$table" --billing-mode PROVISIONED \
  --provisioned-throughput ReadCapacityUnits=5,WriteCapacityUnits=5 \
  --attribute-definitions AttributeName=id,AttributeType=S AttributeName=n,AttributeType=N \
  --key-schema AttributeName=id,KeyType=HASH AttributeName=n,KeyType=RANGE \
  --query TableDescription.TableStatus --output text
ddb wait table-exists --table-name "$table"
for n in 1 2 3; do
  ddb put-item --table-name "$table" --item "{\"id\": {\"S\": \"a\"}, \"n\": {\"N\": \"$n\"}, \"list\": {\"L\": [{\"BOOL\": true}]}}"
done
equal '3 2' ddb query --table-name "$table" --key-condition-expression 'id = :a AND n > :n' --no-scan-index-forward \
  --expression-attribute-values '{":a": {"S": "a"}, ":n": {"N": "1"}}' --query "join(' ', Items[].n.N)" --output text
equal 3 ddb scan --table-name "$table" --page-size 1 --select COUNT --query Count --output json
equal 1.0 ddb get-item --table-name "$table" --key '{"id": {"S": "a"}, "n": {"N": "1"}}' --consistent-read \
  --return-consumed-capacity TOTAL --query ConsumedCapacity.CapacityUnits --output text
equal 7 ddb update-item --table-name "$table" --key '{"id": {"S": "b"}, "n": {"N": "1"}}' --update-expression 'ADD c :c' \
  --expression-attribute-values '{":c": {"N": "7"}}' --return-values ALL_NEW --query Attributes.c.N --output text
refused ConditionalCheckFailedException ddb put-item --table-name "$table" --item '{"id": {"S": "b"}, "n": {"N": "1"}}' \
  --condition-expression 'attribute_not_exists(id)'
refused ResourceNotFoundException ddb describe-table --table-name cli-none
refused ResourceInUseException ddb create-table --table-name "$table" --billing-mode PAY_PER_REQUEST \
  --attribute-definitions AttributeName=id,AttributeType=S --key-schema AttributeName=id,KeyType=HASH
equal '' ddb batch-write-item --query UnprocessedItems --output json \
  --request-items "{\"$table\": [{\"PutRequest\": {\"Item\": {\"id\": {\"S\": \"c\"}, \"n\": {\"N\": \"1\"}}}}]}"
equal c ddb batch-get-item --request-items "{\"$table\": {\"Keys\": [{\"id\": {\"S\": \"c\"}, \"n\": {\"N\": \"1\"}}]}}" \
  --query "Responses.\"$table\"[0].id.S" --output text
ddb transact-write-items --transact-items "[{\"Delete\": {\"TableName\": \"$table\", \"Key\": {\"id\": {\"S\": \"c\"}, \"n\": {\"N\": \"1\"}}}}]"
refused TransactionCanceledException ddb transact-write-items --transact-items "[{\"ConditionCheck\": {\"TableName\": \"$table\",
  \"Key\": {\"id\": {\"S\": \"c\"}, \"n\": {\"N\": \"1\"}}, \"ConditionExpression\": \"attribute_exists(id)\"}}]"
equal b ddb execute-statement --statement "SELECT id FROM \"$table\" WHERE id = 'b'" --query 'Items[0].id.S' --output text
ddb update-table --table-name "$table" --billing-mode PAY_PER_REQUEST --stream-specification StreamEnabled=true,StreamViewType=NEW_IMAGE \
  >/dev/null
ddb wait table-exists --table-name "$table"
stream=$(aws dynamodbstreams list-streams --table-name "$table" --query 'Streams[0].StreamArn' --output text)
ddb put-item --table-name "$table" --item '{"id": {"S": "d"}, "n": {"N": "1"}}'
records=
for shard in $(aws dynamodbstreams describe-stream --stream-arn "$stream" --query 'StreamDescription.Shards[].ShardId' --output text); do
  iterator=$(aws dynamodbstreams get-shard-iterator --stream-arn "$stream" --shard-id "$shard" --shard-iterator-type TRIM_HORIZON \
    --query ShardIterator --output text)
  records+=$(aws dynamodbstreams get-records --shard-iterator "$iterator" --query 'Records[].[eventName, dynamodb.Keys.id.S]' --output text)
done
equal $'INSERT\td' echo "$records"
arn=$(ddb describe-table --table-name "$table" --query Table.TableArn --output text)
ddb tag-resource --resource-arn "$arn" --tags Key=stage,Value=test
equal test ddb list-tags-of-resource --resource-arn "$arn" --query 'Tags[0].Value' --output text
ddb update-continuous-backups --table-name "$table" --point-in-time-recovery-specification PointInTimeRecoveryEnabled=true >/dev/null
backup=$(ddb create-backup --table-name "$table" --backup-name cli --query BackupDetails.BackupArn --output text)
ddb restore-table-from-backup --target-table-name cli-restored --backup-arn "$backup" >/dev/null
ddb wait table-exists --table-name cli-restored
equal 5 ddb scan --table-name cli-restored --select COUNT --query Count --output text
ddb delete-table --table-name "$table" >/dev/null
ddb wait table-not-exists --table-name "$table"
