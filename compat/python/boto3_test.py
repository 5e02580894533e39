"""The client, the resource, paginators, waiters and the batch writer of boto3; uses boto3."""

import unittest
from decimal import Decimal

import boto3
from boto3.dynamodb.conditions import Attr, Key
from boto3.dynamodb.types import TypeSerializer
from botocore.exceptions import ClientError

TABLE = "py-boto3"


class Boto3Test(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.client = boto3.client("dynamodb")
        cls.table = boto3.resource("dynamodb").create_table(
            TableName=TABLE,
            BillingMode="PAY_PER_REQUEST",
            AttributeDefinitions=[
                {"AttributeName": "artist", "AttributeType": "S"},
                {"AttributeName": "song", "AttributeType": "S"},
                {"AttributeName": "year", "AttributeType": "N"},
            ],
            KeySchema=[
                {"AttributeName": "artist", "KeyType": "HASH"},
                {"AttributeName": "song", "KeyType": "RANGE"},
            ],
            GlobalSecondaryIndexes=[
                {
                    "IndexName": "byYear",
                    "KeySchema": [{"AttributeName": "year", "KeyType": "HASH"}],
                    "Projection": {"ProjectionType": "KEYS_ONLY"},
                }
            ],
            StreamSpecification={"StreamEnabled": True, "StreamViewType": "KEYS_ONLY"},
        )
        cls.table.wait_until_exists()
        with cls.table.batch_writer() as batch:
            for number in range(60):
                batch.put_item(
                    Item={
                        "artist": "a",
                        "song": f"{number:02}",
                        "year": 2000 + number % 3,
                        "price": Decimal("1.10"),
                        "tags": {"x", "y"},
                        "nested": {"list": [1, None, True, b"bytes"]},
                    }
                )

    def test_resource_reads_what_the_batch_writer_wrote(self):
        item = self.table.get_item(Key={"artist": "a", "song": "07"}, ConsistentRead=True)["Item"]
        self.assertEqual(item["price"], Decimal("1.10"))
        self.assertEqual(item["tags"], {"x", "y"})
        self.assertEqual(bytes(item["nested"]["list"][3]), b"bytes")
        found = self.table.query(
            KeyConditionExpression=Key("artist").eq("a") & Key("song").between("10", "19"),
            FilterExpression=Attr("year").eq(2001) & Attr("tags").contains("x"),
            ScanIndexForward=False,
        )
        self.assertEqual([item["song"] for item in found["Items"]], ["19", "16", "13", "10"])
        self.assertEqual(found["ScannedCount"], 10)
        by_year = self.table.query(IndexName="byYear", KeyConditionExpression=Key("year").eq(2002))
        self.assertEqual(by_year["Count"], 20)

    def test_paginators_and_batches(self):
        pages = list(self.client.get_paginator("scan").paginate(TableName=TABLE, PaginationConfig={"PageSize": 25}))
        self.assertEqual([page["Count"] for page in pages], [25, 25, 10])
        keys = [{"artist": {"S": "a"}, "song": {"S": f"{number:02}"}} for number in range(60)]
        got = self.client.batch_get_item(RequestItems={TABLE: {"Keys": keys, "ProjectionExpression": "song"}})
        self.assertEqual(len(got["Responses"][TABLE]), 60)

    def test_errors_have_their_classes(self):
        exceptions = self.client.exceptions
        with self.assertRaises(exceptions.ResourceNotFoundException):
            self.client.describe_table(TableName="no-such-table")
        with self.assertRaises(exceptions.ConditionalCheckFailedException) as failed:
            self.client.put_item(
                TableName=TABLE,
                Item={"artist": {"S": "a"}, "song": {"S": "00"}},
                ConditionExpression="attribute_not_exists(artist)",
                ReturnValuesOnConditionCheckFailure="ALL_OLD",
            )
        self.assertEqual(failed.exception.response["Item"]["year"], {"N": "2000"})
        with self.assertRaises(exceptions.TransactionCanceledException) as cancelled:
            self.client.transact_write_items(
                TransactItems=[
                    {"Put": {"TableName": TABLE, "Item": {"artist": {"S": "t"}, "song": {"S": "1"}}}},
                    {
                        "ConditionCheck": {
                            "TableName": TABLE,
                            "Key": {"artist": {"S": "none"}, "song": {"S": "1"}},
                            "ConditionExpression": "attribute_exists(artist)",
                        }
                    },
                ]
            )
        codes = [reason["Code"] for reason in cancelled.exception.response["CancellationReasons"]]
        self.assertEqual(codes, ["None", "ConditionalCheckFailed"])
        with self.assertRaises(ClientError) as invalid:
            self.client.query(TableName=TABLE, KeyConditionExpression="nonsense")
        self.assertEqual(invalid.exception.response["Error"]["Code"], "ValidationException")

    def test_updates_and_statements(self):
        serialize = TypeSerializer().serialize
        changed = self.table.update_item(
            Key={"artist": "u", "song": "1"},
            UpdateExpression="SET #n = if_not_exists(#n, :zero) + :one ADD tags :tags",
            ExpressionAttributeNames={"#n": "counter"},
            ExpressionAttributeValues={":zero": 0, ":one": 1, ":tags": {"z"}},
            ReturnValues="UPDATED_NEW",
        )
        self.assertEqual(changed["Attributes"], {"counter": 1, "tags": {"z"}})
        selected = self.client.execute_statement(
            Statement=f'SELECT song FROM "{TABLE}" WHERE artist = ? AND song = ?',
            Parameters=[serialize("u"), serialize("1")],
        )
        self.assertEqual(selected["Items"], [{"song": {"S": "1"}}])
        self.table.delete_item(Key={"artist": "u", "song": "1"})

    def test_streams_and_expiry(self):
        streams = boto3.client("dynamodbstreams")
        arn = self.table.latest_stream_arn
        shard = streams.describe_stream(StreamArn=arn)["StreamDescription"]["Shards"][0]["ShardId"]
        iterator = streams.get_shard_iterator(StreamArn=arn, ShardId=shard, ShardIteratorType="TRIM_HORIZON")
        records = streams.get_records(ShardIterator=iterator["ShardIterator"], Limit=5)["Records"]
        self.assertEqual(records[0]["eventName"], "INSERT")
        self.client.update_time_to_live(
            TableName=TABLE, TimeToLiveSpecification={"Enabled": True, "AttributeName": "expires"}
        )
        described = self.client.describe_time_to_live(TableName=TABLE)["TimeToLiveDescription"]
        self.assertIn(described["TimeToLiveStatus"], ("ENABLING", "ENABLED"))


if __name__ == "__main__":
    unittest.main()
