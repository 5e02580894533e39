#!/usr/bin/env bash
# Creates, changes and destroys a table with Terraform and its provider for AWS. After each step, a plan must find no difference:
# the provider reads the table as it was declared. The status is 75 if the provider cannot be downloaded.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$here/tables.tf" "$work/"
cd "$work"
export TF_IN_AUTOMATION=1 TF_INPUT=0 CHECKPOINT_DISABLE=1

tf() {
  local command=$1
  shift
  echo "# terraform $command $*"
  terraform "$command" -no-color "$@"
}

if ! tf init >init.log 2>&1; then
  cat init.log
  ! grep -q 'could not connect to registry' init.log || { echo "Terraform's registry of providers cannot be reached"; exit 75; }
  exit 1
fi
tf apply -auto-approve
tf plan -detailed-exitcode
[[ $(terraform output -raw seen) == "arn:aws:dynamodb:us-east-1:000000000000:table/terraform-orders PROVISIONED" ]]
tf apply -auto-approve -var changed=true
tf plan -detailed-exitcode -var changed=true
[[ $(terraform output -raw seen) == *" PAY_PER_REQUEST" ]]
tf destroy -auto-approve -var changed=true
