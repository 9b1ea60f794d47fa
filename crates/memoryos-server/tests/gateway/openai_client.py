"""What an app does with OpenAI's own client, through the gateway whose address it is given."""

import sys

import openai
from openai import OpenAI

client = OpenAI(base_url=sys.argv[1], api_key="unused", max_retries=0)
TOOLS = [
    {
        "type": "function",
        "function": {
            "name": "weather",
            "description": "The weather of a city",
            "parameters": {"type": "object", "properties": {"city": {"type": "string"}}},
        },
    }
]


def ask(text, **more):
    return client.chat.completions.create(model="m", messages=[{"role": "user", "content": text}], **more)


# Plain: what is told in one conversation is used in the next.
told = ask("My goat is called Heidi.")
assert told.choices[0].message.content.startswith("You said: My goat"), told
assert told.memoryos["remembered"] is True, told
used = ask("What is my goat called?")
assert "Heidi" in used.choices[0].message.content, used
assert used.memoryos["recalled"] >= 1 and used.usage.total_tokens == 2, used
raw = client.chat.completions.with_raw_response.create(
    model="m", messages=[{"role": "user", "content": "And the goat?"}], extra_headers={"x-memoryos-recall": "off"}
)
assert raw.headers["x-memoryos-recalled"] == "0" and raw.headers["x-memoryos-remembered"] == "true"

# For another user, and with the switches in the body.
other = ask("What is my goat called?", user="bo", extra_body={"memoryos": {"remember": False}})
assert "Heidi" not in other.choices[0].message.content and other.memoryos["remembered"] is False, other

# Streamed, as it comes and with a report at its end.
text = ""
for chunk in ask("Is my goat a goat?", stream=True, stream_options={"include_usage": True}):
    assert "memoryos" not in (chunk.model_extra or {})
    if chunk.choices:
        text += chunk.choices[0].delta.content or ""
assert "Heidi" in text, text
last = None
for chunk in ask("How is my goat?", stream=True, extra_body={"memoryos": {"report": True}}):
    last = chunk
assert last.choices == [] and last.memoryos["remembered"] is True, last
with client.chat.completions.stream(
    model="m",
    messages=[{"role": "user", "content": "My goat?"}],
    extra_body={"memoryos": {"report": True}},
) as events:
    for _ in events:
        pass
    assert "Heidi" in events.get_final_completion().choices[0].message.content

# Tools, plain and streamed.
question = {"role": "user", "content": "How is the weather in Bern?"}
for streamed in (False, True):
    if streamed:
        with client.chat.completions.stream(model="m", messages=[question], tools=TOOLS) as events:
            for _ in events:
                pass
            called = events.get_final_completion()
    else:
        called = client.chat.completions.create(model="m", messages=[question], tools=TOOLS)
    call = called.choices[0].message.tool_calls[0]
    assert (call.function.name, call.function.arguments) == ("weather", '{"city": "Bern"}'), called
    assert called.choices[0].finish_reason == "tool_calls"
    result = {"role": "tool", "tool_call_id": call.id, "content": "12 degrees"}
    messages = [question, called.choices[0].message.model_dump(exclude_none=True, exclude={"parsed"}), result]
    answered = client.chat.completions.create(model="m", messages=messages, tools=TOOLS)
    assert "Bern" in answered.choices[0].message.content, answered

# Errors keep their kind.
for model, kind in [
    ("busy", openai.RateLimitError),
    ("broken", openai.InternalServerError),
    ("unknown", openai.NotFoundError),
]:
    for streamed in (False, True):
        try:
            client.chat.completions.create(model=model, messages=[question], stream=streamed)
        except kind as error:
            assert f"the model {model} says no" in str(error), error
        else:
            raise AssertionError(f"{model} answered")
try:
    ask("Hi", extra_body={"memoryos": {"recal": False}})
except openai.BadRequestError as error:
    assert error.code == "invalid_request", error
else:
    raise AssertionError("a slip was taken")

assert [model.id for model in client.models.list()] == ["m"]
print("done")
