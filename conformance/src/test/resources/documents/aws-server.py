"""Runs the AWS CLI for aws-client.py: each call in a fork of this process, which has loaded the CLI."""
import json
import os
import signal
import socket
import sys
import traceback

import awscli.clidriver

DATA_PATH = os.environ["AWS_DATA_PATH"]  # set by the CLI when it is loaded
awscli.clidriver.create_clidriver()  # loads the rest


def call(connection):
    size = int.from_bytes(connection.recv(4, socket.MSG_WAITALL), "big")
    _, files, _, _ = socket.recv_fds(connection, 1, 3)
    request = json.loads(connection.recv(size, socket.MSG_WAITALL))
    for number, file in enumerate(files):
        os.dup2(file, number)
    os.chdir(request["folder"])
    os.environ.clear()
    os.environ.update(request["environment"], AWS_DATA_PATH=DATA_PATH)
    sys.argv = ["aws", *request["arguments"]]
    try:
        status = awscli.clidriver.main()
    except SystemExit as end:
        status = end.code
    sys.stdout.flush()
    sys.stderr.flush()
    connection.send(bytes([status or 0]))


listener = socket.socket(socket.AF_UNIX)
listener.bind(sys.argv[1])
listener.listen(100)
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
print("ready", flush=True)
while True:
    accepted, _ = listener.accept()
    if os.fork() == 0:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        try:
            call(accepted)
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(0)
    accepted.close()
