/** The fields of `/api/openapi.json` that the page shows. The server generates them from the contract. */
export interface ApiDocument {
  info: { title: string; version: string; description: string }
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, unknown> }
}

interface Operation {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: FieldsSchema }> }
  responses: Record<string, { content?: Record<string, { schema?: unknown }> }>
}

interface Parameter {
  in: 'path' | 'query'
  name: string
  schema: { enum?: string[] }
}

interface FieldsSchema {
  properties?: Record<string, FieldSchema>
  required?: string[]
}

interface FieldSchema {
  type?: string
  format?: string
  enum?: string[]
}

/** An input field for trying a call. */
export interface InputField {
  location: 'path' | 'query' | 'body'
  name: string
  kind: 'text' | 'choice' | 'yes-no' | 'file'
  choices: string[]
  required: boolean
}

/** One call as the page shows it. */
export interface DocumentedCall {
  id: string
  feature: string
  method: string
  path: string
  summary: string
  access: string
  fields: InputField[]
  /** The content type of the body, if there is one. */
  bodyType: 'application/json' | 'multipart/form-data' | undefined
  reply: unknown
  /** The response is an endless stream, so the call cannot be tried here. */
  endless: boolean
}

/** All calls in the order of the contract. */
export function callsIn({ paths }: ApiDocument): DocumentedCall[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => callOf(method.toUpperCase(), path, operation)),
  )
}

function callOf(method: string, path: string, operation: Operation): DocumentedCall {
  const { operationId, summary, description, tags, parameters = [], requestBody, responses } = operation
  const json = requestBody?.content['application/json']
  const form = requestBody?.content['multipart/form-data']
  const done = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1]
  return {
    id: operationId,
    feature: tags[0] ?? '',
    method,
    path,
    summary,
    access: description ?? 'For: anyone.',
    fields: [...parameters.map(fieldOfParameter), ...fieldsOfBody((json ?? form)?.schema)],
    bodyType: json ? 'application/json' : form && 'multipart/form-data',
    reply: Object.values(done?.content ?? {})[0]?.schema,
    endless: done?.content?.['text/event-stream'] !== undefined,
  }
}

const fieldOfParameter = ({ in: location, name, schema }: Parameter): InputField => ({
  location,
  name,
  kind: schema.enum ? 'choice' : 'text',
  choices: schema.enum ?? [],
  required: location === 'path',
})

function fieldsOfBody({ properties = {}, required = [] }: FieldsSchema = {}): InputField[] {
  return Object.entries(properties).map(([name, schema]) => ({
    location: 'body',
    name,
    kind: kindOf(schema),
    choices: schema.enum ?? [],
    required: required.includes(name),
  }))
}

function kindOf({ type, format, enum: choices }: FieldSchema): InputField['kind'] {
  if (choices) return 'choice'
  if (format === 'binary') return 'file'
  return type === 'boolean' ? 'yes-no' : 'text'
}
