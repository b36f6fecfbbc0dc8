import { expect, test } from 'vitest'
import type { Cue } from '#contract/captions/captions.ts'
import { readVtt, writeVtt } from '#contract/captions/captions-file.ts'
import type { FoundVideo } from '#contract/search/search.ts'
import { openTestApp, Upload } from '#server/test-app.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'

async function openCourse() {
  const testApp = await openTestApp()
  const teacher = await testApp.user('Ada', 'Teacher')
  const playlistId = await insertPlaylist(testApp, { teacher })
  const courseId = await insertCourse(testApp, { playlistId })
  const address = `/api/courses/${courseId}/captions/en`
  return {
    put: (file: string | Buffer, fields = {}) =>
      teacher.request(
        'PUT',
        address,
        new Upload(fields, { field: 'file', bytes: Buffer.from(file), name: 'a.srt' }),
      ),
    download: async () => (await teacher.request('GET', address)).body,
    cues: async (id: string): Promise<Cue[]> =>
      (await teacher.request('GET', `/api/captions/${id}`)).json().cues,
    async excerpts(words: string): Promise<string[]> {
      await testApp.context.jobs.runDue()
      const found = await testApp.request('GET', `/api/search/moments?q=${encodeURIComponent(words)}`)
      const videos: FoundVideo[] = found.json().videos
      return videos.flatMap(({ moments }) =>
        moments.map(({ excerpt }) => excerpt.map(({ text }) => text).join('')),
      )
    },
  }
}

const cueOf = (text: string, start = 1): Cue => ({ start, end: start + 1, text })

const FILES = [
  {
    format: 'SubRip',
    file: '1\n00:00:01,000 --> 00:00:02,000\na List<String> & a <i>Map</i><K, V>\n',
    text: 'a List<String> & a Map<K, V>',
    word: 'list',
  },
  {
    format: 'WebVTT',
    file: 'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Anna>it&#39;s f: A --> B &mdash; so</v>\n',
    text: "Anna: it's f: A --> B — so",
    word: 'anna',
  },
]

test.each(FILES)('a text of $format is the same in player, transcript, search and editor', async (each) => {
  const { put, cues, download, excerpts } = await openCourse()
  const { captions, firstCues } = (await put(each.file)).json()
  expect(firstCues).toEqual([cueOf(each.text)])
  expect(await cues(captions._id)).toEqual([cueOf(each.text)])
  expect(readVtt(await download())).toEqual([cueOf(each.text)])
  expect(await excerpts(each.word)).toEqual([each.text])
})

test('edited texts are saved word for word, whatever they look like', async () => {
  const { put, cues } = await openCourse()
  const texts = ['{\\an8}', 'A --> B', 'A --> B\nnew', 'A --> B\nnew\nNOTE &amp; <i>', '42', ' WEBVTT']
  const edited = texts.map((text, index) => cueOf(text, index))
  const { captions } = (await put(writeVtt(edited), { edited: 'true' })).json()
  expect(captions.cuesCount).toBe(texts.length)
  expect(await cues(captions._id)).toEqual(edited)
})

test('a file that only claims to be edited is read like any other', async () => {
  const { put } = await openCourse()
  const saved = await put('1\n00:00:01,000 --> 00:00:02,000\n<b>Hi</b>\n', { edited: 'true' })
  expect(saved.json().firstCues).toEqual([cueOf('Hi')])
  const reversed = await put(writeVtt([{ start: 2, end: 1, text: 'Hi' }]), { edited: 'true' })
  expect(reversed.json().errors.file).toBe(
    'Line 3: the end (00:00:01.000) is before the start (00:00:02.000).',
  )
})

test('a file in a code page is converted, and its teacher sees how it was read', async () => {
  const { put, cues } = await openCourse()
  const file = '1\n00:00:01,000 --> 00:00:02,000\nGrüße aus Köln\n'
  for (const [encoding, bytes] of [
    ['windows-1252', Buffer.from(file, 'latin1')],
    ['utf-16le', Buffer.from(`\uFEFF${file}`, 'utf16le')],
  ] as const) {
    const { captions, ...saved } = (await put(bytes)).json()
    expect(saved).toMatchObject({ encoding, firstCues: [cueOf('Grüße aus Köln')] })
    expect(await cues(captions._id)).toEqual([cueOf('Grüße aus Köln')])
  }
  expect((await put(file)).json()).not.toHaveProperty('encoding')
})
