import { expect, test } from 'vitest'
import { z } from 'zod'
import { CALLS, type CallName, STREAMS } from '#contract/calls.ts'
import { openTestApp } from '#server/test-app.ts'

const Operation = z.object({
  operationId: z.string(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z
    .array(z.object({ in: z.string(), name: z.string(), required: z.boolean().optional() }))
    .default([]),
  requestBody: z
    .object({
      required: z.boolean().optional(),
      content: z.record(
        z.string(),
        z.object({
          schema: z.looseObject({
            properties: z.record(z.string(), z.unknown()).optional(),
            required: z.array(z.string()).optional(),
          }),
        }),
      ),
    })
    .optional(),
  responses: z.record(z.string(), z.unknown()),
})
type Operation = z.infer<typeof Operation>

const OpenApi = z.object({
  openapi: z.literal('3.1.0'),
  info: z.object({ title: z.string(), version: z.string() }),
  servers: z.array(z.object({ url: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.object({
    schemas: z.record(z.string(), z.unknown()),
    responses: z.record(z.string(), z.unknown()),
    securitySchemes: z.unknown(),
  }),
})

async function readDocument(environment: Record<string, string> = {}) {
  const { request } = await openTestApp({ environment })
  const answer = await request('GET', '/api/openapi.json')
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  const raw: unknown = answer.json()
  return { raw, text: answer.body, document: OpenApi.parse(raw) }
}

async function readOperations() {
  const { document } = await readDocument()
  return (name: CallName): Operation => {
    const [method, path] = CALLS[name]
    const found = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    if (!found) throw new Error(`${name} is missing`)
    return found
  }
}

function valueAt(raw: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((value, key) => z.record(z.string(), z.unknown()).parse(value)[key], raw)
}

test('every call of the contract is in it under its own name, and the live stream', async () => {
  const { document } = await readDocument()
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
  expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(
    [...Object.keys(CALLS), ...Object.keys(STREAMS)].toSorted(),
  )
})

test('every reference leads somewhere', async () => {
  const { raw, text } = await readDocument()
  const references = [...text.matchAll(/"\$ref":"#([^"]+)"/g)].map(([, pointer = '']) => pointer)
  expect(references.length).toBeGreaterThan(100)
  expect([...new Set(references)].filter((pointer) => valueAt(raw, pointer) === undefined)).toEqual([])
})

test('path parameters are required', async () => {
  const { document } = await readDocument()
  for (const [path, operations] of Object.entries(document.paths)) {
    expect(path).not.toContain(':')
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    for (const { operationId, parameters } of Object.values(operations)) {
      const given = parameters.filter((parameter) => parameter.in === 'path' && parameter.required)
      expect(new Set(given.map(({ name }) => name)), operationId).toEqual(new Set(names))
    }
  }
})

test('queries, bodies and pictures are those of the contract', async () => {
  const operation = await readOperations()
  const searched = operation('search.playlists').parameters
  expect(searched).toMatchObject([
    { name: 'limit', in: 'query' },
    { name: 'cursor', in: 'query' },
    { name: 'q', in: 'query', required: true },
    { name: 'view', in: 'query' },
  ])
  const comment = operation('comments.create').requestBody
  expect(comment?.required).toBe(true)
  expect(comment?.content['application/json']?.schema.required).toEqual(['text', 'courseId'])
  expect(operation('likes.like').requestBody?.required).not.toBe(true)

  const create = operation('playlists.create').requestBody?.content['multipart/form-data']?.schema
  expect(create?.properties).toHaveProperty('mainPlaylistImage.format', 'binary')
  expect(create?.required).toEqual(['title', 'description', 'category', 'mainPlaylistImage'])
  const update = operation('playlists.update').requestBody?.content['multipart/form-data']?.schema
  expect(update?.properties).toHaveProperty('mainPlaylistImage')
  expect(update?.required).toBeUndefined()
  const register = operation('auth.register').requestBody?.content['multipart/form-data']?.schema
  expect(register?.required).toEqual(expect.arrayContaining(['email', 'password', 'profilePhoto']))
})

test('the error responses of a call follow from its permissions', async () => {
  const operation = await readOperations()
  const statuses = (name: CallName) => Object.keys(operation(name).responses)
  expect(statuses('categories.list')).toEqual(['200', '304', '429', '500', '503'])
  expect(statuses('auth.login')).toEqual(expect.arrayContaining(['200', '400', '401', '429']))
  expect(statuses('playlists.get')).toEqual(expect.arrayContaining(['200', '304', '404']))
  expect(statuses('playlists.get')).not.toContain('401')
  expect(statuses('playlists.create')).toEqual(
    expect.arrayContaining(['201', '400', '401', '403', '409', '413', '415']),
  )
  expect(statuses('courses.list')).toEqual(expect.arrayContaining(['401', '403']))
  expect(operation('categories.list').security).toEqual([{}, { bearer: [] }])
  expect(operation('courses.list').security).toEqual([{ bearer: [] }])
})

test('answers may gain keys, so none is ruled out', async () => {
  expect((await readDocument()).text).not.toContain('"additionalProperties":false')
})

test('it is named after the site and where it is served', async () => {
  const environment = { SITE_NAME: 'Atelier', PUBLIC_URL: 'https://learn.example.org' }
  const { document } = await readDocument(environment)
  expect(document.info.title).toBe('Atelier API')
  expect(document.servers).toEqual([{ url: 'https://learn.example.org' }])
})

test('a repeated visit costs a 304, a visit with a token is not kept', async () => {
  const { request } = await openTestApp()
  const { headers } = await request('GET', '/api/openapi.json')
  const etag = String(headers.etag)
  const again = await request('GET', '/api/openapi.json', undefined, { 'if-none-match': etag })
  expect(again.statusCode).toBe(304)
  expect(again.body).toBe('')
  expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate')
  const known = await request('GET', '/api/openapi.json', undefined, { authorization: 'Bearer x' })
  expect(known.headers['cache-control']).toBe('no-store')
})
