// Generates the types of questions and answers from openapi.json; the server's tests compare
// that file with its answers. It knows the part of JSON Schema that the file uses.
import { readFile } from "node:fs/promises";
import { format } from "oxfmt";

const KINDS = {
  string: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
  null: "null",
};

const doc = (/** @type {any} */ schema) =>
  schema.description ? `/** ${schema.description} */\n` : "";
const isEvents = (/** @type {any} */ operation) =>
  !!operation.responses["200"].content["text/event-stream"];

/** @param {any} schema @returns {string} */
function typeOf(schema) {
  if (schema.$ref) return schema.$ref.split("/").at(-1);
  if (schema.enum)
    return schema.enum.map((/** @type {string} */ word) => JSON.stringify(word)).join(" | ");
  if (Array.isArray(schema.type))
    return schema.type.map((/** @type {string} */ type) => typeOf({ ...schema, type })).join(" | ");
  if (schema.type === "array") return `Array<${typeOf(schema.items)}>`;
  return schema.type === "object"
    ? objectOf(schema)
    : KINDS[/** @type {keyof KINDS} */ (schema.type)];
}

/** @param {any} schema */
function objectOf({ properties = {}, required = [], additionalProperties }) {
  const members = Object.entries(properties).map(
    ([name, each]) => `${doc(each)}${name}${required.includes(name) ? "" : "?"}: ${typeOf(each)};`,
  );
  // Questions may set fields that their schema leaves open; the page reads only the described
  // fields of answers.
  if (additionalProperties === true) members.push("[option: string]: unknown;");
  return members.length ? `{\n${members.join("\n")}\n}` : "object";
}

/** The source of the types. @param {string} path of openapi.json */
export async function apiTypes(path) {
  const { paths, components } = JSON.parse(await readFile(path, "utf8"));
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) => `${doc(schema)}export type ${name} = ${typeOf(schema)};`,
  );
  const operations = Object.entries(paths).map(([path, { get, post }]) => ({
    name: path.replace("/api/", ""),
    operation: get ?? post,
  }));
  const map = (
    /** @type {typeof operations} */ some,
    /** @type {(operation: any) => string} */ type,
  ) => some.map(({ name, operation }) => `${name}: ${type(operation)};`).join("\n");
  const answer = (/** @type {string} */ kind) => (/** @type {any} */ operation) =>
    typeOf(operation.responses["200"].content[kind].schema);
  const question = (/** @type {any} */ operation) =>
    operation.requestBody
      ? typeOf(operation.requestBody.content["application/json"].schema)
      : "undefined";
  const isAnswered = (/** @type {boolean} */ atOnce) =>
    operations.filter(({ operation }) => isEvents(operation) !== atOnce);
  const source = `// Made from openapi.json by \`npm run build\`.

/** The questions, by name. */
export interface Questions {\n${map(operations, question)}\n}

/** The questions answered at once. */
export interface Answers {\n${map(isAnswered(true), answer("application/json"))}\n}

/** The events of searches. */
export interface Events {\n${map(isAnswered(false), answer("text/event-stream"))}\n}

${schemas.join("\n\n")}
`;
  const { code, errors } = await format("openapi.ts", source, { printWidth: 100 });
  if (errors.length)
    throw new Error(`the types of the API cannot be formatted: ${errors[0].message}`);
  return code;
}
