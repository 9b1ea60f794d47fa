"""The official Python client calls every tool, reads every resource and gets every prompt of a server.

    mcp_client.py MODE URL                 over HTTP
    mcp_client.py MODE FILE COMMAND...     over stdio; every byte of the server's standard output is copied to FILE

MODE is `legacy` or a revision of the protocol. Fails with a traceback where anything is not as it should be.
"""

import subprocess
import sys

import anyio
from mcp import Client, StdioServerParameters
from mcp_types import PromptReference

# Every tool with arguments, and the keys that its reply must have.
CALLS = [
    ("add_memory", {"user_input": "My dog Rex loves Lisbon.", "agent_response": "Noted.", "request_id": "peer-1",
                    "timestamp": "2026-02-03T10:00:00+01:00"}, ["page_id", "timestamp", "already_stored"]),
    ("retrieve_memory", {"query": "Which city does Rex love?", "max_results": 5},
     ["retrieved_pages", "retrieved_user_knowledge", "retrieved_assistant_knowledge", "user_profile",
      "short_term_memory", "total_pages_found"]),
    ("get_user_profile", {"include_knowledge": True, "include_assistant_knowledge": True},
     ["user_profile", "user_knowledge", "assistant_knowledge"]),
    ("search_memories", {"query": "Rex", "from": "2026-02-01", "kinds": ["turn"], "limit": 3}, ["memories"]),
    ("list_segments", {"limit": 5, "archived": False}, ["segments", "total"]),
    ("memory_status", {}, ["tiers", "jobs", "known_users"]),
    ("import_conversation", {"messages": [{"role": "user", "content": "I sail."},
                                          {"role": "assistant", "content": "Where?"}]}, ["owners", "turns"]),
]


async def use(client, mode):
    assert client.protocol_version == ("2025-11-25" if mode == "legacy" else mode), client.protocol_version
    tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    assert set(tools) == {name for name, _, _ in CALLS}, sorted(tools)
    progress = []

    async def on_progress(done, total, message):
        progress.append((done, total, message))

    for name, arguments, keys in CALLS:
        # The client checks the reply against the tool's output schema.
        reply = await client.call_tool(name, arguments, progress_callback=on_progress)
        assert not reply.is_error, (name, reply)
        assert reply.structured_content["status"] == "success", (name, reply)
        assert all(key in reply.structured_content for key in keys), (name, reply)
    assert progress, "an import tells how far it is"
    found = (await client.call_tool("retrieve_memory", {"query": "Rex"})).structured_content
    assert found["short_term_memory"][0]["timestamp"] == "2026-02-03T10:00:00+01:00", found
    refused = await client.call_tool("retrieve_memory", {"query": ""})
    assert refused.is_error and refused.structured_content["code"] == "blank_query", refused

    for resource in (await client.list_resources()).resources:
        assert (await client.read_resource(resource.uri)).contents[0].text, resource
    templates = (await client.list_resource_templates()).resource_templates
    assert [template.uri_template for template in templates] == ["memoryos://profile/{user}"], templates
    await client.read_resource("memoryos://profile/me")
    for prompt in (await client.list_prompts()).prompts:
        assert (await client.get_prompt(prompt.name, {"query": "Rex"})).messages, prompt
    users = await client.complete(PromptReference(type="ref/prompt", name="recall_context"),
                                  {"name": "user", "value": "m"})
    assert users.completion.values == ["me"], users


async def main(mode, *target):
    unread = []

    async def on_message(message):
        if isinstance(message, Exception):
            unread.append(message)

    if len(target) == 1:
        server = target[0]
    else:
        server = StdioServerParameters(command=sys.executable, args=[__file__, "--copy", *target])
    async with Client(server, mode=mode, message_handler=on_message, read_timeout_seconds=60) as client:
        await use(client, mode)
    assert not unread, unread


def copy(path, *command):
    """Runs the command on our own standard input, and copies what it says."""
    with open(path, "wb") as heard, subprocess.Popen(command, stdout=subprocess.PIPE) as server:
        for line in server.stdout:
            heard.write(line)
            heard.flush()
            sys.stdout.buffer.write(line)
            sys.stdout.buffer.flush()
    return server.returncode


if __name__ == "__main__":
    if sys.argv[1] == "--copy":
        sys.exit(copy(*sys.argv[2:]))
    anyio.run(main, *sys.argv[1:])
