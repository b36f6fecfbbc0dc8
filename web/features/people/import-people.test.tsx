import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Import, ImportLine } from '#contract/people/imports.ts'
import { Component as InvitePeople } from '#web/screens/admin/invite-people.tsx'
import { aUser, errorReply, type Handlers, renderAt, sentTo, testContext } from '#web/test-context.tsx'

const line = (own: Partial<ImportLine>): ImportLine => ({
  line: 2,
  name: 'Jonas Berg',
  email: 'jonas@school.example',
  role: '',
  groups: ['Class 7b'],
  state: 'new',
  message: '',
  ...own,
})

const FILE: Import = {
  _id: 'f'.repeat(24),
  separator: ';',
  lines: [
    line({}),
    line({
      line: 3,
      name: '=Leo',
      email: 'leo@',
      state: 'bad',
      message: 'Line 3: "leo@" is not an email address.',
      wrong: 'email',
    }),
    line({
      line: 4,
      groups: ['Class 7d'],
      state: 'bad',
      message: 'Line 4: there is no group "Class 7d".',
      withGroups: { state: 'new', message: '' },
    }),
    line({ line: 5, state: 'exists', message: 'Account exists: will be added to 1 group.' }),
    line({ line: 6, state: 'invited', message: 'Already invited on 21 Nov: will be sent again.' }),
    ...Array.from({ length: 10 }, (_, n) => line({ line: 7 + n, name: `Pupil ${n}` })),
  ],
  missingGroups: ['Class 7d'],
  state: 'checked',
  done: 0,
  total: 13,
  createdAt: '2026-11-27T03:00:00.000Z',
}

let saved: string[]
let push: (event: object) => void

beforeEach(() => {
  saved = []
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined }),
  )
  vi.stubGlobal(
    'Blob',
    class extends Blob {
      constructor(parts: BlobPart[], options?: BlobPropertyBag) {
        super(parts, options)
        saved.push(parts.map(String).join(''))
      }
    },
  )
  HTMLAnchorElement.prototype.click = () => undefined
  const encoder = new TextEncoder()
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      push = (event) => controller.enqueue(encoder.encode(`data: ${JSON.stringify(event)}\n\n`))
    },
  })
  vi.stubGlobal('fetch', async () => new Response(stream))
})

interface Opening {
  file?: Import
  mail?: 'smtp' | 'none'
  address?: string
  answers?: Handlers
}

function open({ file = FILE, mail = 'smtp', address = '', answers = {} }: Opening = {}) {
  const started: unknown[] = []
  const context = testContext({
    user: aUser({ isAdmin: true }),
    answers: {
      'auth.options': () => ({ mail, verifyEmail: 'off', provider: null, passwordLogin: true }),
      'imports.check': () => ({ success: true, message: 'The file is checked.', ...file }),
      'imports.get': () => file,
      'imports.start': (request) => {
        started.push(sentTo(request))
        const { lines: _lines, ...state } = file
        return { success: true, message: 'People are being invited.', ...state, state: 'running' }
      },
      'imports.links': () =>
        new Response('name,email,role,groups,link\r\n', { headers: { 'content-type': 'text/csv' } }),
      ...answers,
    },
  })
  const rendered = renderAt(
    [{ path: '/admin/people/invite', Component: InvitePeople }],
    `/admin/people/invite?way=list${address}`,
    context,
  )
  return { ...rendered, started }
}

const choose = async (file = new File(['x'], 'class-7b.csv', { type: 'text/csv' })) =>
  userEvent.upload(await screen.findByLabelText('CSV file'), file)

test('the preview says what happens with each line, and the button counts', async () => {
  const { router } = open()
  await choose()
  expect(await screen.findByRole('heading', { name: 'class-7b.csv' })).toBeDefined()
  expect(router.state.location.search).toBe(`?way=list&import=${FILE._id}`)
  expect(screen.getByText('15 lines · semicolons')).toBeDefined()
  expect(screen.getByText('8 of 15 lines')).toBeDefined()
  const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1)
  expect(rows).toHaveLength(8)
  expect(rows[1]?.textContent).toContain('Line 3: "leo@" is not an email address.')
  expect(document.querySelector('.wrong')?.textContent).toBe('leo@')
  expect(rows[0]?.textContent).toContain('Student')
  await userEvent.click(screen.getByRole('button', { name: 'Show all lines' }))
  expect(within(screen.getByRole('table')).getAllByRole('row')).toHaveLength(16)
  expect(screen.getByRole('button', { name: 'Invite 12 people' })).toBeDefined()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Create the missing group “Class 7d”' }))
  expect(screen.getByRole('button', { name: 'Invite 13 people' })).toBeDefined()
  expect(screen.queryByText('Line 4: there is no group "Class 7d".')).toBeNull()
})

test('the bad lines are downloaded without formulas', async () => {
  open({ address: `&import=${FILE._id}` })
  await userEvent.click(await screen.findByRole('button', { name: 'Download the bad lines' }))
  expect(saved.at(-1)?.split('\r\n').slice(0, 2)).toEqual([
    '\ufeffname,email,role,groups,problem',
    `'=Leo,leo@,,Class 7b,"Line 3: ""leo@"" is not an email address."`,
  ])
})

test('people are invited while the page shows how far it is, and the links come afterwards', async () => {
  const { started } = open({ address: `&import=${FILE._id}` })
  await userEvent.click(await screen.findByRole('button', { name: 'Invite 12 people' }))
  expect(started).toEqual([{ createGroups: false, sendMail: true }])
  expect(await screen.findByText('0 of 13')).toBeDefined()
  const progress = { type: 'import', importId: FILE._id, total: 13 }
  await act(async () => push({ ...progress, state: 'running', done: 5 }))
  expect(await screen.findByText('5 of 13')).toBeDefined()
  await act(async () => push({ ...progress, state: 'done', done: 13 }))
  expect(await screen.findByText('13 people')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Download the links' }))
  await vi.waitFor(() => expect(saved.at(-1)).toContain('link'))
})

test('without mail the links are the way to invite', async () => {
  const { started } = open({ mail: 'none', address: `&import=${FILE._id}` })
  expect(
    await screen.findByText('This site sends no mail. Download the links and pass them on.'),
  ).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Download the links' }))
  expect(started).toEqual([{ createGroups: false, sendMail: false }])
  await screen.findByText('0 of 13')
  await act(async () => push({ type: 'import', importId: FILE._id, state: 'done', done: 13, total: 13 }))
  await vi.waitFor(() => expect(saved.at(-1)).toContain('name,email,role,groups,link'))
})

test('a file that cannot be read says what to do, and another one can be chosen', async () => {
  const message = 'Save the file as UTF-8.'
  let isBroken = true
  open({
    answers: {
      'imports.check': () =>
        isBroken
          ? errorReply(400, { code: 'invalid', message, errors: { file: message } })
          : { success: true, message: 'The file is checked.', ...FILE },
    },
  })
  await choose()
  expect((await screen.findByRole('alert')).textContent).toBe(`class-7b.csv: ${message}`)
  isBroken = false
  await choose()
  expect(await screen.findByRole('heading', { name: 'class-7b.csv' })).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a file that is too large is not sent', async () => {
  open({
    answers: { 'imports.check': () => errorReply(500, { code: 'unexpected', message: 'It was sent.' }) },
  })
  await choose(new File(['x'.repeat(1024 * 1024 + 1)], 'large.csv'))
  expect((await screen.findByRole('alert')).textContent).toBe('large.csv: A file can have 1 MiB.')
})
