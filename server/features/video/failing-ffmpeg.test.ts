import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PREPARING_FAILED } from '#contract/video/uploads.ts'
import { brokenPrograms, encoding } from '#server/test-ffmpeg.ts'
import { clip, stateOf, tryNow, type UploadingSite, upload, uploadingSite } from '#server/test-videos.ts'
import { film, H264, hdrWhite, moving, tone } from '#tests/drawn-films.ts'

const FILM = clip({ size: '160x90', seconds: 3 })

const originalsOf = async ({ testApp }: UploadingSite) =>
  (await readdir(join(testApp.folder, 'uploads'))).filter((name) => /^[0-9a-f]{24}$/.test(name))

/** Encodes and then damages what was written. */
const damaging = (lines: string) => encoding(`"$real" "$@"; code=$?; ${lines}; exit $code`)

const STOPPED: { what: string; lines: Parameters<typeof brokenPrograms>[0]; reason: string }[] = [
  {
    what: 'ffmpeg is killed at the poster',
    lines: { ffmpeg: 'case "$*" in *poster.jpg*) kill -9 $$;; esac' },
    reason: PREPARING_FAILED.killed,
  },
  { what: 'ffprobe is killed', lines: { ffprobe: 'kill -9 $$' }, reason: PREPARING_FAILED.killed },
  {
    what: 'an operator ends ffmpeg',
    lines: encoding('echo "Exiting normally, received signal 15." >&2; exit 255'),
    reason: PREPARING_FAILED.killed,
  },
  {
    what: 'memory is short',
    lines: { ffprobe: 'echo "in: Cannot allocate memory" >&2; exit 1' },
    reason: PREPARING_FAILED.killed,
  },
  { what: 'ffprobe is being upgraded', lines: { ffprobe: 'exit 127' }, reason: PREPARING_FAILED.missing },
  { what: 'ffprobe says nothing', lines: { ffprobe: 'exit 1' }, reason: PREPARING_FAILED.failed },
  { what: 'ffprobe answers half', lines: { ffprobe: 'echo "{"; exit 0' }, reason: PREPARING_FAILED.failed },
  {
    what: 'the disk is full and ffmpeg does not mind',
    lines: damaging('echo "No space left on device" >&2'),
    reason: PREPARING_FAILED.full,
  },
  {
    what: 'a segment is empty',
    lines: damaging(': > out/90p/00000.m4s'),
    reason: PREPARING_FAILED.incomplete,
  },
  {
    what: 'a segment is cut off',
    lines: damaging('truncate -s -100 out/90p/00000.m4s'),
    reason: PREPARING_FAILED.incomplete,
  },
  {
    what: 'a playlist has no end',
    lines: damaging('sed -i /ENDLIST/d out/90p/index.m3u8'),
    reason: PREPARING_FAILED.incomplete,
  },
  {
    what: 'a playlist is too short',
    lines: damaging('sed -i "s/EXTINF:3[.0-9]*/EXTINF:2.0/" out/90p/index.m3u8'),
    reason: PREPARING_FAILED.incomplete,
  },
]

test.each(STOPPED)('when $what, the original stays and is tried again', async ({ lines, reason }) => {
  const programs = await brokenPrograms(lines)
  const site = await uploadingSite(programs.environment)
  const id = await upload(site.origin, site.teacher, FILM)
  await tryNow(site)
  expect(await stateOf(site, id)).toMatchObject({ state: 'queued', fault: `${reason} We will try again.` })
  expect(await originalsOf(site)).toEqual([id])
  await programs.repair()
  await tryNow(site)
  expect((await stateOf(site, id)).state).toBe('ready')
  expect(await originalsOf(site)).toEqual([])
})

const without = (part: string) => ({ ffmpeg: `case "$*" in *${part}*) exit 1;; esac` })
const SIDE_PRODUCTS = [
  { what: 'a poster', lines: without('poster.jpg'), file: () => FILM, missing: 'poster.jpg' },
  { what: 'a storyboard', lines: without('storyboard'), file: () => FILM, missing: 'storyboard-1.jpg' },
  {
    what: 'a storyboard that has pictures',
    lines: damagedStoryboard(),
    file: () => FILM,
    missing: 'storyboard-1.jpg',
  },
  { what: 'the loudness', lines: without('loudnorm'), file: () => FILM },
  { what: 'tone mapping', lines: without('zscale'), file: () => hdrWhite('smpte2084') },
]

function damagedStoryboard() {
  return { ffmpeg: 'case "$*" in *storyboard*) : > out/storyboard-1.jpg; exit 0;; esac' }
}

test.each(SIDE_PRODUCTS)(
  'a film is prepared without $what when there is none',
  async ({ lines, file, missing }) => {
    const { environment } = await brokenPrograms(lines)
    const site = await uploadingSite(environment)
    const id = await upload(site.origin, site.teacher, file())
    await tryNow(site)
    expect((await stateOf(site, id)).state).toBe('ready')
    const files = await readdir(join(site.testApp.folder, 'videos', id))
    for (const name of ['poster.jpg', 'storyboard-1.jpg']) expect(files.includes(name)).toBe(name !== missing)
  },
)

test('a poster that nobody can draw at a tenth of the film is the first picture', async () => {
  const lines = { ffmpeg: 'case "$*" in *"-ss 0.000"*poster.jpg*) ;; *poster.jpg*) exit 1;; esac' }
  const { environment } = await brokenPrograms(lines)
  const site = await uploadingSite(environment)
  const id = await upload(site.origin, site.teacher, film('a.mp4', [...moving(2), ...tone(2), ...H264]))
  await tryNow(site)
  expect(await readdir(join(site.testApp.folder, 'videos', id))).toContain('poster.jpg')
})
