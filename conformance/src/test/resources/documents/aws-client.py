"""The command aws of the test: passes its arguments, environment and files to aws-server.py."""
import json
import os
import socket
import sys

request = json.dumps(
    {"folder": os.getcwd(), "environment": dict(os.environ), "arguments": sys.argv[2:]}
).encode()
connection = socket.socket(socket.AF_UNIX)
connection.connect(sys.argv[1])
connection.sendall(len(request).to_bytes(4, "big"))
socket.send_fds(connection, [b"f"], [0, 1, 2])
connection.sendall(request)
status = connection.recv(1)
sys.exit(status[0] if status else "aws-server.py failed")
