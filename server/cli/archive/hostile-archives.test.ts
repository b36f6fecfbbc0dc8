import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Header } from 'tar'
import { expect, onTestFinished, test } from 'vitest'
import { picture } from '#server/test-app.ts'
import { CHECKSUMS, HEAD, MANIFEST } from './format.ts'
import { restoreBackup } from './restore-backup.ts'
import { END, entry, sha256 } from './write-archive.ts'

type Files = [path: string, text: string | Buffer][]

const NAME = 'a'.repeat(40)
const AT = '2026-01-01T00:00:00.000Z'
const IMAGE = {
  name: NAME,
  owner_id: null,
  width: 640,
  height: 360,
  widths: '[640]',
  bytes: 1,
  placeholder: '',
  created_at: AT,
}
const CATEGORY = { id: 'c'.repeat(24), title: 'art', title_key: 'art', created_at: AT }

function head(changes: object = {}): string {
  return JSON.stringify({
    format: 'lectern-backup',
    version: 1,
    schema: '0001-baseline',
    madeAt: AT,
    ...changes,
  })
}

function row(value: object): string {
  return `${JSON.stringify(value)}\n`
}

/** Seals files as a backup is sealed, so that only what a test is about is wrong. */
function sealed(files: Files, rows: Record<string, number> = {}, missing: string[] = []): Buffer {
  const entries = files.map(([path, text]): [string, Buffer] => [path, Buffer.from(text)])
  const sums = Buffer.from(entries.map(([path, bytes]) => `${sha256(bytes)}  ${path}\n`).join(''))
  const manifest = JSON.stringify({
    rows,
    pictures: { files: 0, bytes: 0 },
    missing,
    checksums: sha256(sums),
  })
  return Buffer.concat([
    ...entries.map(([path, bytes]) => entry(path, bytes)),
    entry(CHECKSUMS, sums),
    entry(MANIFEST, Buffer.from(manifest)),
    END,
  ])
}

/** An entry that is no file of ours: a link, a folder, a size that is a lie. */
function odd(header: ConstructorParameters<typeof Header>[0], content = Buffer.alloc(0)): Buffer {
  const block = Buffer.alloc(512)
  new Header(header).encode(block)
  return Buffer.concat([block, content])
}

async function restoring(archive: Buffer) {
  const root = await mkdtemp(join(tmpdir(), 'lectern-hostile-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const file = join(root, 'a.tar')
  await writeFile(file, archive)
  const folder = join(root, 'deep', 'data')
  const error = await restoreBackup({ file, folder, force: false, progress: () => undefined }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  const left = await readdir(root, { recursive: true })
  return { message: error instanceof Error ? error.message : undefined, left: left.toSorted() }
}

/** Rejected, with this in the sentence, and nothing left of it anywhere. */
async function rejected(archive: Buffer, because: RegExp): Promise<void> {
  const { message, left } = await restoring(archive)
  expect.soft(message).toMatch(because)
  expect.soft(left).toEqual(['a.tar', 'deep', join('deep', 'data')])
}

const MINIMUM: Files = [
  [HEAD, head()],
  ['tables/categories-000001.jsonl', row(CATEGORY)],
]

test('the smallest backup restores, also one of version 0.1.0', async () => {
  for (const schema of ['0032-hidden-comments', '0001-baseline', '0031-former-section-titles']) {
    const files: Files = [[HEAD, head({ schema })], ...MINIMUM.slice(1)]
    const { message, left } = await restoring(sealed(files, { categories: 1 }))
    expect(message).toBeUndefined()
    expect(left).toEqual(expect.arrayContaining([join('deep', 'data', 'lectern.db')]))
  }
})

test('an older backup is rejected, and one sentence says what to do', async () => {
  const schema = '0030-course-starts'
  await rejected(
    sealed([[HEAD, head({ schema })], ...MINIMUM.slice(1)], { categories: 1 }),
    /^It was made by an older Lectern \(0030-course-starts\): restore it with Lectern 0\.1\.0, then start this version\.$/,
  )
})

test('no path leaves the target folder, and no link or folder is extracted', async () => {
  const block = entry(HEAD, Buffer.from(head()))
  for (const path of [
    '../evil',
    '/etc/cron.d/evil',
    'media/../../evil',
    `media/${NAME}-640.webp/../../x`,
    'C:\\evil',
    './lectern.db',
    'lectern.db',
    'media/evil.webp',
    'tables/../x.jsonl',
  ]) {
    await rejected(Buffer.concat([block, entry(path, Buffer.from('x')), END]), /no backup of Lectern holds/)
  }
  const path = `media/${NAME}-640.webp`
  for (const type of ['SymbolicLink', 'Link', 'Directory', 'CharacterDevice', 'FIFO'] as const) {
    await rejected(
      Buffer.concat([block, odd({ path, type, linkpath: '/etc/passwd', size: 0, mode: 0o777 }), END]),
      /no file but a|is no whole tar archive|It holds/,
    )
  }
})

test('files larger than in any backup are not read', async () => {
  const block = entry(HEAD, Buffer.from(head()))
  for (const [path, size] of [
    [`media/${NAME}-640.webp`, 17 * 1024 * 1024],
    ['tables/users-000001.jsonl', 8 * 1024 * 1024 * 1024],
    [CHECKSUMS, 600 * 1024 * 1024],
  ] as const) {
    await rejected(
      Buffer.concat([block, odd({ path, type: 'File', size, mode: 0o644 }), Buffer.alloc(4096)]),
      /too large/,
    )
  }
  const zeros = Buffer.concat([
    block,
    entry('tables/users-000001.jsonl', Buffer.alloc(30 * 1024 * 1024)),
    END,
  ])
  await rejected(gzipSync(zeros), /cut off|no whole tar archive/)
})

test('an archive that is cut off, changed, reordered or added to is rejected', async () => {
  const whole = sealed(MINIMUM, { categories: 1 })
  for (const length of [0, 100, 512, 1500, 2048, whole.length - 2048, whole.length - 1024]) {
    const { message } = await restoring(whole.subarray(0, length))
    if (length === whole.length - 1024) expect(message).toBeUndefined()
    else expect.soft(message, String(length)).toMatch(/not whole|no whole/)
  }
  const at = whole.indexOf('"title":"art"')
  const changed = Buffer.from(whole)
  changed.write('"title":"bad"', at)
  await rejected(changed, /not what was put into it/)
  const sum = Buffer.from(whole)
  sum.write('0000', whole.indexOf('  lectern-backup.json') - 64)
  await rejected(sum, /SHA256SUMS is not what was put/)
  const rows = entry('tables/likes-000001.jsonl', Buffer.from(''))
  const [first = Buffer.alloc(0)] = [entry(HEAD, Buffer.from(head()))]
  await rejected(Buffer.concat([first, rows, whole.subarray(first.length)]), /was added to it later/)
  await rejected(Buffer.concat([first, rows, rows, END]), /twice/)
  await rejected(Buffer.concat([rows, first, END]), /not where Lectern puts it/)
  await rejected(whole.subarray(first.length), /not where Lectern puts it/)
  await rejected(Buffer.from('nothing of the kind'), /no whole tar archive|not whole/)
})

test('an archive of another program or a newer Lectern is rejected', async () => {
  await rejected(sealed([[HEAD, head({ format: 'other' })]]), /another program/)
  await rejected(sealed([[HEAD, head({ version: 2 })]]), /newer Lectern/)
  await rejected(sealed([[HEAD, head({ schema: '9999-future' })]]), /newer Lectern \(9999-future\)/)
  await rejected(sealed([[HEAD, 'no json']]), /another program/)
})

test('rows that Lectern never wrote are rejected', async () => {
  const rowsOf = (table: string, text: string): Files => [
    [HEAD, head()],
    [`tables/${table}-000001.jsonl`, text],
  ]
  const { title: _left, ...shorter } = CATEGORY
  for (const text of [
    row(shorter),
    row({ ...CATEGORY, more: 1 }),
    row({ ...CATEGORY, title: { toString: 1 } }),
    row([1, 2, 3, 4]),
    'no json\n',
    'null\n',
    `${row(CATEGORY)}${JSON.stringify({ ...CATEGORY, __proto__: null })}x\n`,
  ]) {
    await rejected(sealed(rowsOf('categories', text), { categories: 1 }), /never wrote/)
  }
  await rejected(sealed(rowsOf('categories', row(CATEGORY).trimEnd())), /cut off/)
  await rejected(sealed(rowsOf('categories', row(CATEGORY) + row(CATEGORY)), { categories: 2 }), /do not fit/)
  await rejected(
    sealed(rowsOf('categories', row({ ...CATEGORY, title: null })), { categories: 1 }),
    /do not fit/,
  )
  await rejected(
    sealed(rowsOf('categories', row({ ...CATEGORY, title: 5 })), { categories: 1 }),
    /categories did not arrive as they are in it/,
  )
  await rejected(sealed(rowsOf('sqlite_master', row(CATEGORY))), /does not have/)
  await rejected(sealed(rowsOf('search_words', row({ word: 'x', documents: 1 }))), /does not have/)
  await rejected(sealed(rowsOf('categories', row(CATEGORY)), { categories: 2 }), /does not hold 2 rows/)
  const like = { id: 'b'.repeat(24), course_id: 'b'.repeat(24), user_id: 'b'.repeat(24) }
  await rejected(sealed(rowsOf('likes', row(like)), { likes: 1 }), /point at/)
})

test('a missing or invalid picture is rejected', async () => {
  const image: Files = [['tables/images-000001.jsonl', row(IMAGE)]]
  await rejected(sealed([[HEAD, head()], ...image], { images: 1 }), /is missing/)
  const path = `media/${NAME}-640.webp`
  const html = Buffer.from('<script>alert(1)</script>')
  await rejected(
    sealed([[HEAD, head()], [path, html], ...image], { images: 1 }),
    /cannot be read as a picture/,
  )
  await rejected(
    sealed([[HEAD, head()], [path, await picture()], ...image], { images: 1 }),
    /cannot be read as a picture/,
  )
  const lost = sealed([[HEAD, head()], ...image], { images: 1 }, [`${NAME}-640.webp`])
  expect((await restoring(lost)).message).toBeUndefined()
})

test('a picture without a row is not restored', async () => {
  const stranger: Files = [[HEAD, head()], [`media/${NAME}-640.webp`, 'anything'], ...MINIMUM.slice(1)]
  const { message, left } = await restoring(sealed(stranger, { categories: 1 }))
  expect(message).toBeUndefined()
  expect(left.filter((path) => path.endsWith('.webp'))).toEqual([])
})
