import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id, Timestamp } from '#contract/id.ts'
import { WriteReply } from '#contract/lists.ts'
import { COLUMNS, IMPORT_MAX_BYTES, IMPORT_REQUIRED, IMPORT_TOO_LARGE } from './import-messages.ts'

/** `exists`: the address has an account. `invited`: it has an invitation that is not used yet. */
export const LINE_STATES = ['new', 'exists', 'invited', 'bad'] as const

export const ImportLine = z
  .object({
    /** The number of the line in the file. */
    line: z.int(),
    name: z.string(),
    email: z.string(),
    /** As it is in the file; empty for none. */
    role: z.string(),
    groups: z.array(z.string()),
    state: z.enum(LINE_STATES),
    /** Empty for a new person. */
    message: z.string(),
    /** Of a bad line: the column that is wrong. */
    wrong: z.enum(COLUMNS).optional(),
    /** Of a line whose only fault is a missing group: its state once the group exists. */
    withGroups: z.object({ state: z.enum(LINE_STATES), message: z.string() }).optional(),
  })
  .meta({ id: 'ImportLine' })
export type ImportLine = z.infer<typeof ImportLine>

/** What will happen with a line once its missing groups exist. */
export const withItsGroups = (line: ImportLine): ImportLine => ({ ...line, ...line.withGroups })

/** A checked file, and how far its people are invited. */
export const Import = z
  .object({
    _id: Id,
    separator: z.enum([',', ';', '\t']),
    /** Without the first line and empty ones. */
    lines: z.array(ImportLine),
    missingGroups: z.array(z.string()),
    state: z.enum(['checked', 'running', 'done']),
    /** How many people are invited or added, of how many. */
    done: z.int(),
    total: z.int(),
    createdAt: Timestamp,
  })
  .meta({ id: 'Import' })
export type Import = z.infer<typeof Import>

/** The progress of an import, for the admin who started it. */
export const ImportEvent = z.object({
  type: z.literal('import'),
  importId: Id,
  state: Import.shape.state,
  done: z.int(),
  total: z.int(),
})

export const importsApi = {
  check: endpoint('imports.check', {
    summary:
      'Check a CSV file of people with the columns name, email, role and groups; nobody is invited yet',
    rate: 'upload',
    body: z.object({}),
    imageRequired: IMPORT_REQUIRED,
    file: { maxBytes: IMPORT_MAX_BYTES, tooLarge: IMPORT_TOO_LARGE, types: ['text/csv'] },
    reply: Import.extend(WriteReply.shape),
    status: 201,
  }),
  start: endpoint('imports.start', {
    summary: 'Invite the people of a checked file, except those of bad lines',
    body: z.object({ createGroups: z.boolean().default(false), sendMail: z.boolean().default(true) }),
    reply: Import.omit({ lines: true }).extend(WriteReply.shape),
    status: 202,
  }),
  get: endpoint('imports.get', {
    summary: 'A file of people and how far they are invited',
    reply: Import,
  }),
  links: endpoint('imports.links', {
    summary: 'The links of the people that a file has invited, as a CSV file',
    reply: z.string(),
    contentType: 'text/csv; charset=utf-8',
  }),
}
