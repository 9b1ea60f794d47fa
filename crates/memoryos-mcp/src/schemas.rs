//! JSON Schemas as every client takes them, and replies that fit them.
//!
//! Some clients refuse a tool, or all of them, for a type union, an `anyOf`, a `$ref` or a format they do not know. So
//! what is optional is a single type that is not required, and what is not known is left out instead of `null`.

use schemars::{JsonSchema, Schema, generate::SchemaSettings};
use serde_json::{Map, Value, json};

/// A schema or a reply.
pub(crate) type Object = Map<String, Value>;

/// Keys under which a schema holds one other.
const WITHIN: [&str; 2] = ["items", "additionalProperties"];

/// What a tool takes.
pub(crate) fn input<T: JsonSchema>() -> Object {
    plain(settings().into_generator().into_root_schema_for::<T>())
}

/// What a tool gives when it succeeds, with the keys that every reply may have. Only `status` is required: clients
/// check failures against this schema as well.
pub(crate) fn output<T: JsonSchema>() -> Object {
    let mut schema = plain(settings().for_serialize().into_generator().into_root_schema_for::<T>());
    let properties = schema.entry("properties").or_insert_with(|| json!({}));
    if let Value::Object(properties) = properties {
        properties.extend(of_every_reply());
    }
    schema.insert("required".to_owned(), json!(["status"]));
    schema
}

/// `value` without its nulls.
pub(crate) fn without_nulls(value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            let known = fields.into_iter().filter(|(_, value)| !value.is_null());
            Value::Object(known.map(|(key, value)| (key, without_nulls(value))).collect())
        }
        Value::Array(items) => Value::Array(items.into_iter().map(without_nulls).collect()),
        value => value,
    }
}

fn settings() -> SchemaSettings {
    let mut settings = SchemaSettings::draft2020_12();
    settings.inline_subschemas = true;
    settings.meta_schema = None;
    settings
}

fn of_every_reply() -> Object {
    let keys = json!({
        "status": {"type": "string", "enum": ["success", "error"], "description": "Whether it was done."},
        "code": {"type": "string", "description": "On error: a word that programs can act on."},
        "message": {"type": "string", "description": "What happened, in a sentence."},
        "ignored_arguments": {
            "type": "array", "items": {"type": "string"},
            "description": "Arguments that this tool does not know and passed over.",
        },
    });
    let Value::Object(keys) = keys else { unreachable!("written as an object above") };
    keys
}

fn plain(schema: Schema) -> Object {
    let Value::Object(mut schema) = schema.to_value() else {
        unreachable!("arguments and replies are objects")
    };
    simplify(&mut schema);
    // The name and the description of a Rust type tell a model nothing that the tool does not.
    schema.remove("description");
    schema
}

/// Makes a schema plain, and those within it. Says whether null was among what it took.
fn simplify(schema: &mut Object) -> bool {
    for key in ["$schema", "title", "format", "default"] {
        schema.remove(key);
    }
    let was_nullable = take_null_from_types(schema) | take_null_from_choices(schema);
    enumerate(schema);
    describe(schema);
    for key in WITHIN {
        if let Some(Value::Object(inner)) = schema.get_mut(key) {
            simplify(inner);
        }
    }
    let mut optional = Vec::new();
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        for (name, property) in properties {
            if let Value::Object(property) = property
                && simplify(property)
            {
                optional.push(name.clone());
            }
        }
    }
    if let Some(Value::Array(required)) = schema.get_mut("required") {
        required.retain(|name| !optional.iter().any(|optional| name == optional));
        if required.is_empty() {
            schema.remove("required");
        }
    }
    was_nullable
}

/// `["string", "null"]` becomes `"string"`.
fn take_null_from_types(schema: &mut Object) -> bool {
    if let Some(Value::Array(values)) = schema.get_mut("enum") {
        values.retain(|value| !value.is_null());
    }
    let Some(Value::Array(types)) = schema.get_mut("type") else { return false };
    types.retain(|name| name != "null");
    let single = types.pop();
    schema.extend(single.map(|single| ("type".to_owned(), single)));
    true
}

/// `anyOf` a schema or null becomes the schema.
fn take_null_from_choices(schema: &mut Object) -> bool {
    let Some(Value::Array(choices)) = schema.get("anyOf") else { return false };
    let mut others = choices.iter().filter(|choice| choice["type"] != "null");
    let (Some(Value::Object(only)), None) = (others.next().cloned(), others.next()) else { return false };
    schema.remove("anyOf");
    for (key, value) in only {
        // What the field says of itself tells more than what its type does.
        schema.entry(key).or_insert(value);
    }
    simplify(schema);
    true
}

/// `oneOf` constants becomes an `enum` of them.
fn enumerate(schema: &mut Object) {
    let Some(Value::Array(choices)) = schema.get("oneOf") else { return };
    let constants: Option<Vec<Value>> = choices
        .iter()
        .map(|choice| {
            choice.get("const").cloned().map(|one| vec![one]).or_else(|| choice["enum"].as_array().cloned())
        })
        .collect::<Option<Vec<_>>>()
        .map(|groups| groups.concat());
    let Some(constants) = constants else { return };
    schema.remove("oneOf");
    schema.insert("type".to_owned(), json!("string"));
    schema.insert("enum".to_owned(), Value::Array(constants));
}

/// One line, and of what is left out here, not of what would be null elsewhere.
fn describe(schema: &mut Object) {
    if let Some(Value::String(text)) = schema.get_mut("description") {
        *text = text.replace('\n', " ").replace("`null`", "left out");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(serde::Serialize, serde::Deserialize, JsonSchema)]
    #[serde(rename_all = "snake_case")]
    enum Colour {
        /// As the sky.
        Blue,
        /// As a poppy.
        Red,
    }

    #[derive(serde::Serialize, serde::Deserialize, JsonSchema)]
    struct Inner {
        count: Option<u64>,
    }

    #[derive(serde::Serialize, serde::Deserialize, JsonSchema)]
    struct Outer {
        name: String,
        /// A format, and no schema's own.
        format: Option<String>,
        colours: Option<Vec<Colour>>,
        inner: Option<Inner>,
    }

    #[test]
    fn what_is_optional_is_a_single_type_that_is_not_required() {
        let count = json!({"type": "integer", "minimum": 0});
        assert_eq!(
            Value::Object(input::<Outer>()),
            json!({
                "type": "object",
                "properties": {
                    "name": {"type": "string"},
                    "format": {"type": "string", "description": "A format, and no schema's own."},
                    "colours": {"type": "array", "items": {"type": "string", "enum": ["blue", "red"]}},
                    "inner": {"type": "object", "properties": {"count": count}},
                },
                "required": ["name"],
            })
        );
    }

    #[test]
    fn a_reply_has_no_nulls_at_any_depth() {
        let reply = json!({"a": null, "b": [{"c": null, "d": 1}], "e": []});
        assert_eq!(without_nulls(reply), json!({"b": [{"d": 1}], "e": []}));
    }
}
