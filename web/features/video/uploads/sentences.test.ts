import { expect, test } from 'vitest'
import { titleFrom } from '#contract/video/upload-title.ts'
import { ORIGINAL_KEPT, PREPARING_FAILED, UNREADABLE } from '#contract/video/uploads.ts'
import { preparedBefore, sendingOf, sentenceOf, spaceSentence, summaryOf, trayHeading } from './sentences.ts'
import type { UploadItem } from './upload-item.ts'

const GIGABYTE = 1024 ** 3
const file: UploadItem = {
  key: '1',
  name: 'modules.mp4',
  title: 'Modules',
  place: {},
  bytes: GIGABYTE,
  received: GIGABYTE / 2,
  phase: 'uploading',
}
const video = { _id: '0'.repeat(24), state: 'queued' as const, progress: 0 }
const preparing: UploadItem = {
  ...file,
  phase: 'sent',
  video: { ...video, state: 'working', progress: 42 },
  preparing: { since: 0, from: 2 },
}

test.each([
  ['07-promises_from scratch.mp4', 'Promises from scratch'],
  ['03 – Box model.mp4', 'Box model'],
  ['modules.final.mov', 'Modules.final'],
  ['2024.mp4', '2024'],
  ['.mp4', 'Video'],
  ['a.mp4', 'Video A'],
  [`${'long '.repeat(40)}.mp4`, `Long ${'long '.repeat(23)}`.trim()],
])('the title of %s is %s', (name, title) => {
  expect(titleFrom(name)).toBe(title)
})

test('the space that is left is in short sizes', () => {
  expect(spaceSentence({ maxBytes: 4 * GIGABYTE, quotaBytes: 20 * GIGABYTE, usedBytes: 8 * GIGABYTE })).toBe(
    'Up to 4 GB per file. 12 GB of your 20 GB are left.',
  )
})

test('a row says how far its file is', () => {
  const says = (item: Partial<UploadItem>) => sentenceOf({ ...file, ...item }, 0, 0)
  expect(says({ speed: 8 * 1024 ** 2 })).toBe('50 % · 8 MB/s · 1 min 4 s left')
  expect(says({})).toBe('50 %')
  expect(says({ phase: 'lost' })).toBe('Paused at 50 %. Choose the same file again to continue.')
  expect(says({ phase: 'failed', fault: 'The connection was lost.' })).toBe(
    'The connection was lost. 512 MB are kept.',
  )
  expect(sentenceOf(preparing, 0, 240_000)).toBe('Preparing 42 % · about 6 min left')
  expect(sentenceOf({ ...preparing, video }, 1, 0)).toBe('Waiting to be prepared: 1 video is before it.')
  const ready = { ...video, state: 'ready' as const, progress: 100, durationSeconds: 616, quality: '1080p' }
  expect(sentenceOf({ ...preparing, video: ready }, 0, 0)).toBe('10:16 · 1080p · added as a draft')
})

test('a failed video says why and what to do', () => {
  const says = (fault: string) =>
    sentenceOf({ ...preparing, video: { ...video, state: 'failed', fault } }, 0, 0)
  expect(says(UNREADABLE)).toBe(`${UNREADABLE} Save it as MP4 (H.264) and upload that file.`)
  expect(says('A video can be at most 12 hours long.')).toBe('A video can be at most 12 hours long.')
  expect(says(`${PREPARING_FAILED.late} ${ORIGINAL_KEPT}`)).toBe(
    'Preparing the video took too long. Your original file is kept for 7 days. Try again.',
  )
})

test('the head counts the files, and a video knows how many are prepared before it', () => {
  const lost: UploadItem = { ...file, key: '2', phase: 'lost' }
  const waiting: UploadItem = { ...preparing, key: '3', video }
  const items = [file, preparing, lost, waiting]
  expect(summaryOf(items)).toBe('1 uploading · 2 preparing · 1 needs you')
  expect(preparedBefore(items, waiting)).toBe(1)
})

test('the tray says what goes on with all files', () => {
  const MEGABYTE = 1024 ** 2
  const second: UploadItem = { ...file, key: '2', received: 0, speed: MEGABYTE }
  const ready: UploadItem = { ...preparing, key: '3', video: { ...video, state: 'ready', progress: 100 } }
  const refused: UploadItem = { ...file, key: '4', phase: 'refused', fault: UNREADABLE }
  const items = [file, second, preparing, ready, refused]
  expect(trayHeading(items)).toBe('Uploading 2 of 5 files')
  expect(sendingOf(items)).toEqual({ percent: 25, sentence: '25 % · about 26 min left' })
  expect(trayHeading([preparing, ready])).toBe('Preparing 1 of 2 files')
  expect(trayHeading([{ ...file, phase: 'lost' }, ready])).toBe('1 of 2 files stopped')
  expect(trayHeading([ready, refused])).toBe('1 of 2 files failed')
  expect([trayHeading([ready]), sendingOf([ready])]).toEqual(['1 file ready', undefined])
})
