// Shows the document of the server: each operation with its parameters, and its bodies as examples of their shape.

const make = (name, props = {}, ...children) => {
  const node = Object.assign(document.createElement(name), props);
  node.append(...children);
  return node;
};

const resolved = (all, schema) => {
  const name = schema?.$ref?.split("/").pop();
  return name ? all[name] : schema;
};

// An object of the schema's shape, each value saying what stands there.
const example = (all, schema, depth = 0) => {
  const found = resolved(all, schema);
  if (!found || depth > 6) return "…";
  const parts = found.allOf ?? (found.oneOf ?? found.anyOf)?.filter((part) => part.type !== "null").slice(0, 1);
  if (found.enum) return found.enum.join(" | ");
  if (parts && !found.properties) {
    const made = parts.map((part) => example(all, part, depth));
    return made.every((value) => typeof value === "object") ? Object.assign({}, ...made) : made[0];
  }
  const type = [found.type].flat().filter((name) => name !== "null")[0];
  if (found.properties) {
    const entries = Object.entries(found.properties);
    return Object.fromEntries(entries.map(([name, part]) => [name, example(all, part, depth + 1)]));
  }
  if (type === "array") return [example(all, found.items, depth + 1)];
  return type ?? "any";
};

const bodies = (all, title, content) =>
  Object.entries(content ?? {}).flatMap(([kind, { schema }]) => [
    make("p", {}, make("b", { textContent: title }), " ", make("code", { textContent: kind })),
    make("pre", { textContent: JSON.stringify(example(all, schema), null, 2) }),
  ]);

const parameters = (all, list) => {
  if (!list?.length) return [];
  const row = (p) =>
    make("tr", {},
      make("td", {}, make("code", { textContent: p.name })),
      make("td", { textContent: p.required ? `${p.in}, required` : p.in }),
      make("td", { textContent: p.description ?? "" }));
  return [make("table", {}, ...list.map(row))];
};

const operation = (all, path, method, described) => {
  const done = Object.entries(described.responses ?? {}).filter(([status]) => /^[23]\d\d$/.test(status));
  return make("details", {},
    make("summary", {},
      make("code", { className: "method", textContent: method.toUpperCase() }),
      make("code", { textContent: path }),
      make("span", { textContent: described.summary ?? "" })),
    make("div", {},
      make("p", { textContent: described.description ?? "" }),
      ...parameters(all, described.parameters),
      ...bodies(all, "Request", described.requestBody?.content),
      ...done.flatMap(([status, response]) => bodies(all, status, response.content))));
};

const show = (api) => {
  const all = api.components?.schemas ?? {};
  const groups = new Map();
  for (const [path, methods] of Object.entries(api.paths))
    for (const [method, described] of Object.entries(methods)) {
      const tag = described.tags?.[0] ?? "other";
      groups.set(tag, [...(groups.get(tag) ?? []), operation(all, path, method, described)]);
    }
  document.getElementById("about").textContent = `${api.info.description} Version ${api.info.version}.`;
  const sections = [...groups].flatMap(([tag, operations]) => [make("h2", { textContent: tag }), ...operations]);
  document.getElementById("operations").replaceChildren(...sections);
};

fetch("/openapi.json")
  .then((response) => response.json())
  .then(show)
  .catch((error) => { document.getElementById("operations").textContent = `The document did not load: ${error}`; });
