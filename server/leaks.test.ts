import { expect, test } from 'vitest'
import type { CallName } from '#contract/calls.ts'
import { VISIBILITIES, type Visibility } from '#contract/catalog/visibility.ts'
import { serveForSearchEngines } from './pages/sitemap.ts'
import { type Asking, ask, askAboutAll, askForPage, READS, WRITES } from './test-leak-asking.ts'
import {
  isAllowed,
  isAllowedUnseen,
  type Question,
  questionsOf,
  writesToPlaylist,
} from './test-leak-questions.ts'
import { type LeakSite, openLeakSite, type Reader, sees } from './test-leak-site.ts'

const LONG = 120_000
/** They end sessions or make some, and answer nothing else. */
const SIGN_IN = /^(auth|passkeys|secondStep|provider)\./

const named = ({ name, owns }: Reader) => (owns ? `${name} of ${owns}` : name)

/** Asks one question about every playlist; gives what is shown and must not be, or is not and should be. */
async function faultsOf(
  site: LeakSite,
  { reader, name }: Omit<Asking, 'of'>,
  asked: Question,
): Promise<string[]> {
  const shown = new Set<Visibility>()
  const faults: string[] = []
  for (const answer of (await askAboutAll(site, { name, reader }, asked)).values()) {
    for (const each of site.shownIn(answer, asked.what)) shown.add(each)
    if (answer.startsWith('400')) faults.push(`${name}, ${named(reader)}: the input is not valid: ${answer}`)
  }
  for (const of of VISIBILITIES) {
    const expected = asked.shows(reader, of)
    if (expected !== 'maybe' && shown.has(of) !== expected)
      faults.push(`${name}, ${named(reader)}, ${of}: ${expected ? 'is not shown' : 'is shown'}`)
  }
  return faults
}

/** What pages show that are rendered for this visitor, and must not. */
async function faultsOfPages(site: LeakSite, visitor: Reader): Promise<string[]> {
  const faults: string[] = []
  for (const name of READS)
    for (const asked of questionsOf(name))
      for (const of of VISIBILITIES) {
        const answer = await askForPage(site, { name, reader: visitor, of }, asked)
        const shown = site.shownIn(answer, asked.what).filter((each) => asked.shows(visitor, each) === false)
        faults.push(...shown.map((each) => `a page from ${name}: ${each} is shown`))
      }
  return faults
}

test('every call, page and the sitemap show a playlist exactly to those who may see or find it', {
  timeout: LONG,
}, async () => {
  const site = await openLeakSite()
  const { app, context, request } = site.testApp
  serveForSearchEngines(context, { origin: 'https://lectern.example', publicUrl: undefined })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const faults: string[] = []
  for (const name of READS)
    for (const asked of questionsOf(name))
      for (const reader of site.readers) faults.push(...(await faultsOf(site, { reader, name }, asked)))
  for (const reader of site.readers.filter(({ user }) => user === undefined))
    faults.push(...(await faultsOfPages(site, reader)))
  expect(faults).toEqual([])
  expect(site.shownIn((await request('GET', '/sitemap.xml')).body)).toEqual(['public'])
})

test('no write of a reader who may not see a playlist answers with a trace of it', {
  timeout: LONG,
}, async () => {
  const site = await openLeakSite()
  await site.testApp.app.listen({ host: '127.0.0.1', port: 0 })
  const faults: string[] = []
  const about = WRITES.filter(writesToPlaylist)
  for (const name of about) {
    for (const reader of site.readers) {
      for (const of of VISIBILITIES.filter((each) => !sees(reader, each))) {
        const answer = await ask(site, { name, reader, of })
        const isRejected = /^40[134] /.test(answer) || isAllowedUnseen(name, reader)
        if (!isRejected || site.shownIn(answer).some((each) => !sees(reader, each)))
          faults.push(`${name}, ${named(reader)}, ${of}: ${answer}`)
      }
    }
  }
  // The answers of others may list what somebody has saved or follows.
  const others = WRITES.filter((name) => !(SIGN_IN.test(name) || about.includes(name)))
  const unable = site.readers.filter(({ name }) => name === 'outsider' || name === 'other teacher')
  for (const reader of unable) {
    for (const [name, of] of [
      ...others.map((each) => [each, 'groups'] as const),
      ...about.filter((each) => isAllowed(each, reader, 'public')).map((each) => [each, 'public'] as const),
    ]) {
      const answer = await ask(site, { name, reader, of })
      for (const shown of site.shownIn(answer).filter((each) => !sees(reader, each)))
        faults.push(`${name}, ${named(reader)}: shows ${shown}`)
    }
  }
  expect(faults).toEqual([])
})

/** What waits for an admin is public as a number, whoever may see it later. */
const COUNTS_THE_DESK: readonly CallName[] = ['review.waitingTime']

/** Every answer to a reader, by what was asked, without what differs each time. */
async function answersTo(site: LeakSite, reader: Reader): Promise<Map<string, string>> {
  const answers = new Map<string, string>()
  for (const name of READS.filter((each) => !COUNTS_THE_DESK.includes(each)))
    for (const asked of questionsOf(name))
      for (const [address, answer] of await askAboutAll(site, { name, reader }, asked))
        answers.set(address, answer.replaceAll(ONCE, ''))
  return answers
}

/** The id and the date of a response. */
const ONCE = /"(x-request-id|date|requestId)"[,:]"[^"]*"/g

test('a playlist that a reader may not see changes no answer, number or order for them', {
  timeout: LONG,
}, async () => {
  const site = await openLeakSite()
  const { testApp, playlists, readers } = site
  await testApp.app.listen({ host: '127.0.0.1', port: 0 })
  // What somebody has saved or follows stays in their lists of ids while it waits for an admin.
  await testApp.db.deleteFrom('saves').execute()
  await testApp.db.deleteFrom('follows').execute()
  const unable = readers.filter(({ name }) => ['visitor', 'outsider', 'other teacher'].includes(name))
  const admin = readers.find(({ name }) => name === 'admin')?.user
  for (const reader of unable) {
    const before = await answersTo(site, reader)
    const hidden = VISIBILITIES.filter((of) => !sees(reader, of))
    const judge = async (isPlaylistApproved: string) => {
      for (const of of hidden) {
        const path = `/api/playlists/approve-playlist/${playlists[of].ids.playlistId}`
        expect((await admin?.request('POST', path, { isPlaylistApproved }))?.statusCode).toBe(200)
      }
      await testApp.context.jobs.runDue()
    }
    await judge('pending')
    const without = await answersTo(site, reader)
    const changed = [...before].filter(([asked, answer]) => without.get(asked) !== answer)
    expect(changed.map(([asked, answer]) => [asked, answer, without.get(asked)])).toEqual([])
    await judge('approved')
  }
})
