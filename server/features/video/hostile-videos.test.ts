import { expect, test } from 'vitest'
import { UNREADABLE, UNREADABLE_PICTURE, WITHOUT_CONTENT } from '#contract/video/uploads.ts'
import { clip, drawn, receiveUnseen, type UploadingSite, uploadingSite } from '#server/test-videos.ts'

const playlist = (line: string) =>
  Buffer.from(`#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n${line}\n#EXT-X-ENDLIST\n`)
const still = (size: string) => ['-f', 'lavfi', '-i', `color=red:s=${size}:r=5:d=1`]
const h264 = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p']

/** Files that somebody may send under the name of a video, and what the teacher reads. */
const FILES: { what: string; file: () => Buffer; fault: RegExp | string }[] = [
  { what: 'text', file: () => Buffer.from('hello'), fault: UNREADABLE },
  { what: 'a page', file: () => Buffer.from('<html><script>alert(1)</script></html>'), fault: UNREADABLE },
  { what: 'a playlist of local files', file: () => playlist('file:///etc/passwd'), fault: UNREADABLE },
  { what: 'a playlist of another site', file: () => playlist('http://127.0.0.1:1/a.ts'), fault: UNREADABLE },
  {
    what: 'a concat script',
    file: () => Buffer.from("ffconcat version 1.0\nfile '/etc/passwd'\n"),
    fault: UNREADABLE,
  },
  { what: 'one pixel', file: () => drawn([...still('2x2'), ...h264]), fault: WITHOUT_CONTENT },
  {
    what: 'a picture with the name of a video',
    file: () => drawn([...still('64x64'), '-frames:v', '1'], 'a.png'),
    fault: UNREADABLE,
  },
  { what: 'a GIF', file: () => drawn(still('64x64'), 'a.gif'), fault: UNREADABLE },
  { what: 'a huge picture', file: () => drawn([...still('8704x64'), ...h264]), fault: /at most 8192 pixels/ },
  {
    what: 'too many pictures a second',
    file: () => drawn(['-f', 'lavfi', '-i', 'color=red:s=64x64:r=240:d=1', ...h264]),
    fault: /at most 125 pictures/,
  },
  {
    what: 'thirteen hours of one picture',
    file: () => drawn(['-f', 'lavfi', '-i', 'color=red:s=16x16:r=0.01:d=46800', ...h264], 'bomb.mkv'),
    fault: /at most 12 hours/,
  },
  {
    what: 'frames that are no frames',
    file: () => withoutFrames(clip({ seconds: 1 })),
    fault: WITHOUT_CONTENT,
  },
  {
    what: 'pictures of an unknown kind with good sound',
    file: () => withUnknownPictures(clip({ seconds: 1 })),
    fault: UNREADABLE_PICTURE,
  },
]

/** The media data of an MP4 replaced by zeros; its index stays. */
function withoutFrames(file: Buffer): Buffer {
  const at = file.indexOf('mdat')
  const size = file.readUInt32BE(at - 4)
  return Buffer.concat([file.subarray(0, at + 4), Buffer.alloc(size - 8), file.subarray(at - 4 + size)])
}

/** Renames the codec of the pictures. */
function withUnknownPictures(file: Buffer): Buffer {
  const copy = Buffer.from(file)
  copy.write('zzzz', copy.indexOf('avc1', copy.indexOf('moov')))
  copy.write('zzzz', copy.indexOf('avcC'))
  return copy
}

async function faultOf(site: UploadingSite, file: Buffer): Promise<string> {
  const { testApp, teacher } = site
  const videoId = await receiveUnseen(site, file)
  await testApp.context.jobs.runDue()
  const { state, fault } = (await teacher.request('GET', `/api/videos/${videoId}`)).json()
  expect(state).toBe('failed')
  return fault
}

test.each(FILES)('$what is no video, and says so once and for all', async ({ file, fault }) => {
  const site = await uploadingSite()
  expect(await faultOf(site, file())).toMatch(fault)
  const { db } = site.testApp
  expect(await db.selectFrom('jobs').selectAll().where('kind', '=', 'uploads.prepare').execute()).toEqual([])
  // Its file stays for a day, for another try.
  const { expires_at } = await db.selectFrom('uploads').select('expires_at').executeTakeFirstOrThrow()
  expect(Date.parse(expires_at)).toBeLessThanOrEqual(Date.now() + 86_400_000)
})
