import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { z } from 'zod'
import { type Answer, expectSound, Form, type RequestInput, send } from './request.ts'
import { ADMIN, type Server, startServer } from './server.ts'

/** The users of the attacks. */
export type Who = 'S1' | 'S2' | 'O1' | 'T1' | 'T2' | 'A1' | 'M1'
export const PASSWORD = 'correct horse battery'
export const VIDEO = 'dQw4w9WgXcQ'
export const NOTHING = '0'.repeat(24)

export interface Person {
  id: string
  email: string
  token: string
}

const NEWCOMERS = [
  ['S1', 'Student'],
  ['S2', 'Student'],
  ['O1', 'Other'],
  ['T1', 'Teacher'],
  ['T2', 'Teacher'],
  ['M1', 'Teacher'],
] as const

const SessionUser = z.looseObject({ _id: z.string(), email: z.string(), token: z.string() })
const Made = z.object({ data: z.looseObject({ _id: z.string() }) })

let small: Promise<Buffer> | undefined
/** A very small picture. */
export function pixel(): Promise<Buffer> {
  small ??= sharp({ create: { width: 8, height: 8, channels: 3, background: '#335577' } })
    .png()
    .toBuffer()
  return small
}

export class Site {
  readonly server: Server
  readonly users: Record<Who, Person>
  readonly ids: Record<'PA' | 'CA' | 'CP' | 'PP' | 'CQ' | 'PB' | 'CB', string>

  constructor(server: Server, users: Site['users'], ids: Site['ids']) {
    this.server = server
    this.users = users
    this.ids = ids
  }

  /** Sends a request and checks the invariants of its response. Without `who` the request is a visitor's. */
  // biome-ignore lint/complexity/useMaxParams: reads like the request it makes
  async send(
    who: Who | undefined,
    method: string,
    path: string,
    extras: Omit<RequestInput, 'method' | 'path'> = {},
  ) {
    const token = who && this.users[who].token
    const answer = await send(this.server.port, { method, path, token, ...extras })
    const seesEmails = who === 'A1' || who === 'M1' || extras.token !== undefined
    const others = seesEmails ? [] : Object.entries(this.users).filter(([name]) => name !== who)
    expectSound(
      answer,
      others.map(([, { email }]) => email),
    )
    return answer
  }

  form(fields: Record<string, string>, field?: string) {
    return pixel().then((bytes) => new Form(fields, ...(field === undefined ? [] : [{ field, bytes }])))
  }

  async addPlaylist(who: Who, title = 'Learn HTML'): Promise<string> {
    const fields = { title, description: 'All of it.', category: 'development' }
    const body = await this.form(fields, 'mainPlaylistImage')
    const made = await this.send(who, 'POST', '/api/playlists', { body })
    expect(made.status, made.text).toBe(201)
    return Made.parse(made.json).data._id
  }

  async addCourse(who: Who, playlistId: string, videoTitle = 'First steps'): Promise<string> {
    const body = await this.form({ videoTitle, videoLink: VIDEO, description: 'Begin.' }, 'tutorialImage')
    const made = await this.send(who, 'POST', `/api/courses/${playlistId}`, { body })
    expect(made.status, made.text).toBe(201)
    return Made.parse(made.json).data._id
  }

  async addComment(who: Who, courseId: string, text = 'Nice.'): Promise<string> {
    const made = await this.send(who, 'POST', '/api/comments', { body: { text, courseId } })
    expect(made.status, made.text).toBe(201)
    return z.object({ comment: z.object({ _id: z.string() }) }).parse(made.json).comment._id
  }

  async setPlaylist(id: string, isPlaylistApproved: string): Promise<void> {
    const path = `/api/playlists/approve-playlist/${id}`
    expect((await this.send('A1', 'POST', path, { body: { isPlaylistApproved } })).status).toBe(200)
  }

  async setCourse(id: string, isCourseApproved: string): Promise<void> {
    const path = `/api/courses/approve-course/${id}`
    expect((await this.send('A1', 'POST', path, { body: { isCourseApproved } })).status).toBe(200)
  }

  /** Registers a user and logs them in. */
  async join(role: string, email = `${crypto.randomUUID()}@example.org`): Promise<Person> {
    return join(this.server, { role, email })
  }

  /** Reads or changes the database directly. */
  sql(statement: string, ...values: (string | number)[]): Promise<unknown[]> {
    return this.server.database.query(statement, values)
  }
}

async function join(server: Server, { role, email }: { role: string; email: string }): Promise<Person> {
  const fields = {
    username: `P ${email.slice(0, 8)}`,
    email,
    password: PASSWORD,
    confirmPassword: PASSWORD,
    role,
  }
  const form = new Form(
    { ...fields, ...(role === 'Other' && { profession: 'Librarian' }) },
    { field: 'profilePhoto', bytes: await pixel() },
  )
  const signed = await send(server.port, { method: 'POST', path: '/api/auth/register', body: form })
  expect(signed.status, signed.text).toBe(201)
  return logIn(server, { email, password: PASSWORD })
}

async function logIn({ port }: Server, body: { email: string; password: string }): Promise<Person> {
  const { status, json, text } = await send(port, { method: 'POST', path: '/api/auth/login', body })
  expect(status, text).toBe(200)
  const { _id: id, email, token } = SessionUser.parse(json)
  return { id, email, token }
}

async function createSite(server: Server): Promise<Site> {
  const entries: [Who, Person][] = []
  for (const [who, role] of NEWCOMERS) {
    entries.push([who, await join(server, { role, email: `${who.toLowerCase()}@people.example` })])
  }
  const users = new Map<Who, Person>([...entries, ['A1', await logIn(server, ADMIN)]])
  const person = (who: Who) => users.get(who) ?? { id: '', email: '', token: '' }
  await server.database.query('update users set is_admin = 1 where id = ?', [person('M1').id])
  const all = {
    S1: person('S1'),
    S2: person('S2'),
    O1: person('O1'),
    T1: person('T1'),
    T2: person('T2'),
    A1: person('A1'),
    M1: person('M1'),
  }
  const site = new Site(server, all, { PA: '', CA: '', CP: '', PP: '', CQ: '', PB: '', CB: '' })
  const PA = await site.addPlaylist('T1', 'Public by T1')
  const PP = await site.addPlaylist('T1', 'Pending by T1')
  const PB = await site.addPlaylist('T2', 'Public by T2')
  const CA = await site.addCourse('T1', PA, 'Public course')
  const CP = await site.addCourse('T1', PA, 'Pending course')
  const CQ = await site.addCourse('T1', PP, 'Course in pending')
  const CB = await site.addCourse('T2', PB, 'Course of T2')
  for (const id of [PA, PB]) await site.setPlaylist(id, 'approved')
  for (const id of [CA, CQ, CB]) await site.setCourse(id, 'approved')
  return new Site(server, all, { PA, CA, CP, PP, CQ, PB, CB })
}

/** Opens a site for the tests of a file. After each test it must still be healthy (invariant I6). */
export function openSite(environment: Record<string, string> = {}): () => Site {
  let site: Site | undefined
  beforeAll(async () => {
    site = await createSite(await startServer(environment))
  }, 120_000)
  afterEach(async () => {
    if (!site) return
    expect(site.server.isAlive(), site.server.log().slice(-2000)).toBe(true)
    expect((await send(site.server.port, { path: '/healthz' })).status).toBe(200)
  })
  afterAll(() => site?.server.stop())
  return () => {
    if (!site) throw new Error('The site is not open yet')
    return site
  }
}

/** A list in an answer. */
export function listIn(answer: Answer, key: string): Record<string, unknown>[] {
  return z.array(z.record(z.string(), z.unknown())).parse(answer.json[key])
}
