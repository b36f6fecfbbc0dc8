import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { upload, uploadingSite } from '#server/test-videos.ts'
import {
  browserRecording,
  damaged,
  film,
  H264,
  hdrWhite,
  interlaced,
  joined,
  moving,
  stillWithTalk,
  tone,
  withCoverFirst,
  withoutSoundPackets,
  withSecondTrackAsDefault,
  withUnknownSound,
  withUnplacedSound,
} from '#tests/drawn-films.ts'

/** A film that was uploaded and prepared. */
async function prepared(file: Buffer) {
  const { testApp, teacher, origin } = await uploadingSite()
  const videoId = await upload(origin, teacher, file)
  await testApp.context.jobs.runDue()
  const { state, fault, durationSeconds, quality } = (
    await teacher.request('GET', `/api/videos/${videoId}`)
  ).json()
  expect([state, fault]).toEqual(['ready', undefined])
  const folder = join(testApp.folder, 'videos', videoId)
  const playlist = join(folder, quality, 'index.m3u8')
  return { durationSeconds, quality, folder, playlist, facts: factsOf(playlist) }
}

const say = (program: string, args: string[]) =>
  execFileSync(program, ['-v', 'error', ...args], { encoding: 'utf8' })

function factsOf(playlist: string) {
  const entries =
    'stream=codec_type,width,height,level,nb_read_frames,color_space,color_transfer,color_range,duration:format=duration'
  const { streams } = JSON.parse(
    say('ffprobe', ['-count_frames', '-show_entries', entries, '-of', 'json', playlist]),
  )
  const of = (type: string) => streams.find(({ codec_type }: { codec_type: string }) => codec_type === type)
  const lengths = readFileSync(playlist, 'utf8').matchAll(/#EXTINF:([\d.]+)/g)
  const seconds = [...lengths].reduce((sum, [, length]) => sum + Number(length), 0)
  return { picture: of('video'), sound: of('audio'), seconds }
}

/** Red, green and blue of a picture on average. */
async function colourOf(picture: string | Buffer): Promise<number[]> {
  const { channels } = await sharp(picture).stats()
  return channels.slice(0, 3).map(({ mean }) => Math.round(mean))
}

const posterOf = (folder: string) => join(folder, 'poster.jpg')

/** The first picture of a version as a browser would show it. */
function firstPicture(playlist: string): Buffer {
  return execFileSync('ffmpeg', [
    ...['-v', 'error', '-i', playlist, '-frames:v', '1', '-vf', 'scale=in_color_matrix=bt709,format=rgb24'],
    ...['-f', 'image2pipe', '-c:v', 'png', '-'],
  ])
}

const LENGTHS: { what: string; file: () => Buffer; seconds: number }[] = [
  { what: 'one still picture and a talk', file: stillWithTalk, seconds: 6 },
  { what: 'two recordings whose clock jumps by hours', file: () => joined(50_000), seconds: 4 },
  { what: 'two recordings with the same clock', file: () => joined(0), seconds: 4 },
  {
    what: 'pictures that end before the sound',
    file: () => film('early.mp4', [...moving(1), ...tone(4), ...H264, '-c:a', 'aac']),
    seconds: 4,
  },
  {
    what: 'sound that ends before the pictures',
    file: () => film('early.mkv', [...moving(4), ...tone(1), ...H264, '-c:a', 'aac']),
    seconds: 4,
  },
  {
    what: 'one key frame in a stream',
    file: () => film('key.ts', [...moving(5), ...tone(5), ...H264, '-g', '9999', '-c:a', 'aac']),
    seconds: 5,
  },
  {
    what: 'a file that was cut off',
    file: () => {
      const whole = film('cut.mp4', [...moving(8, '320x180'), ...H264, '-g', '25', '-movflags', 'faststart'])
      return whole.subarray(0, Math.round(whole.length / 2))
    },
    seconds: 4,
  },
  {
    what: 'slides that change every four seconds',
    file: () => film('slides.mp4', [...moving(12, '160x90', '1/4'), ...H264]),
    seconds: 12,
  },
  { what: 'a recording of a browser', file: browserRecording, seconds: 3 },
]

test.each(LENGTHS)('$what is ready with its true length', async ({ file, seconds }) => {
  const { durationSeconds, facts, folder } = await prepared(file())
  expect(Math.abs(facts.seconds - seconds)).toBeLessThan(0.6)
  expect(Math.abs(durationSeconds - seconds)).toBeLessThanOrEqual(1)
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(['poster.jpg', 'storyboard-1.jpg']))
})

test('a film of one picture is ready', async () => {
  const { facts, durationSeconds } = await prepared(
    film('one.mp4', [...moving(1), '-frames:v', '1', ...H264]),
  )
  expect([facts.picture.nb_read_frames, durationSeconds]).toEqual(['1', 1])
})

test('a recording of a browser has as many pictures as its source', async () => {
  const { facts } = await prepared(browserRecording())
  expect(Number(facts.picture.nb_read_frames)).toBeGreaterThan(40)
  expect(Number(facts.picture.nb_read_frames)).toBeLessThan(60)
  expect(facts.picture.level).toBeLessThanOrEqual(52)
})

test('slow motion of a phone has at most 60 pictures a second', async () => {
  const source = film('slow.mov', [
    ...moving(2, '160x90', '12002/100'),
    ...H264,
    '-video_track_timescale',
    '12002',
  ])
  const { facts } = await prepared(source)
  expect(Number(facts.picture.nb_read_frames)).toBeLessThanOrEqual(121)
})

const SILENT = [
  { what: 'sound that nobody can decode', file: withUnknownSound },
  { what: 'a track of sound without a packet', file: withoutSoundPackets },
  { what: 'sound that cannot become stereo', file: () => withUnplacedSound() },
]

test.each(SILENT)('a film with $what is ready without sound', async ({ file }) => {
  const { facts } = await prepared(file())
  expect([facts.sound, Number(facts.picture.nb_read_frames)]).toEqual([undefined, 50])
})

test('the next track of sound is heard when the first one cannot become stereo', async () => {
  const { facts } = await prepared(withUnplacedSound(tone(2)))
  expect(facts.sound).toBeDefined()
})

const DAMAGED = [
  { what: 'pictures', kind: 'v' },
  { what: 'sound', kind: 'a' },
] as const

test.each(DAMAGED)('a film with mostly damaged $what is ready', async ({ kind }) => {
  const { facts } = await prepared(damaged(kind))
  expect(Math.abs(facts.seconds - 4)).toBeLessThan(0.6)
  expect([facts.picture, facts.sound]).not.toContain(undefined)
})

test('a cover in front of the film is not the film', async () => {
  const { facts, folder } = await prepared(withCoverFirst())
  expect([facts.picture.width, facts.picture.height]).toEqual([160, 90])
  const [red = 0, green = 0] = await colourOf(posterOf(folder))
  expect(red - green).toBeLessThan(100)
})

test('the default track of sound is heard', async () => {
  const { playlist } = await prepared(withSecondTrackAsDefault())
  const loudnessAt = (hertz: number) => {
    const filter = `bandpass=f=${hertz}:width_type=h:w=100,astats=metadata=1:reset=0,ametadata=print:key=lavfi.astats.Overall.RMS_level:file=-`
    const lines = say('ffmpeg', ['-i', playlist, '-map', '0:a', '-af', filter, '-f', 'null', '-'])
    return Number(/RMS_level=(-?[\d.]+)\s*$/.exec(lines)?.[1])
  }
  expect(loudnessAt(3000)).toBeGreaterThan(loudnessAt(300) + 10)
})

test('an interlaced film has no interlaced picture any more', async () => {
  const { playlist } = await prepared(interlaced())
  const report = execFileSync(
    '/bin/sh',
    ['-c', 'ffmpeg -hide_banner -i "$0" -vf idet -an -f null - 2>&1', playlist],
    { encoding: 'utf8' },
  )
  expect(report).toMatch(/Single frame detection: TFF:\s+0 BFF:\s+0/)
})

test.each(['smpte2084', 'arib-std-b67'] as const)('white paper in HDR (%s) is white', async (transfer) => {
  const { facts, folder, playlist } = await prepared(hdrWhite(transfer))
  expect(facts.picture).toMatchObject({ color_transfer: 'bt709', color_space: 'bt709', color_range: 'tv' })
  for (const picture of [posterOf(folder), firstPicture(playlist)])
    for (const part of await colourOf(picture)) expect(part).toBeGreaterThanOrEqual(0xe0)
})

const GREENS = [
  { what: 'RGB', args: ['-c:v', 'libx264rgb', '-crf', '0'] },
  { what: 'the full range', args: ['-vf', 'scale=out_range=pc', '-c:v', 'libx264', '-pix_fmt', 'yuvj420p'] },
  { what: 'the colours of old television', args: ['-c:v', 'libx264', '-pix_fmt', 'yuv420p'] },
]

test.each(GREENS)('green in $what stays green', async ({ args }) => {
  const green = film('green.mkv', ['-f', 'lavfi', '-i', 'color=c=0x00c020:s=160x90:r=10:d=1', ...args])
  const { folder, playlist } = await prepared(green)
  for (const picture of [posterOf(folder), firstPicture(playlist)]) {
    const colour = await colourOf(picture)
    for (const [at, part] of [0, 0xc0, 0x20].entries())
      expect(Math.abs((colour[at] ?? 0) - part)).toBeLessThan(10)
  }
})

const SOUNDS = ['talk.mp3', 'talk.m4a', 'talk.wav', 'talk.ogg', 'talk.flac']

test.each(SOUNDS)('sound alone (%s) is a lesson', async (name) => {
  const { quality, facts, durationSeconds, folder } = await prepared(film(name, tone(3)))
  expect([quality, facts.picture, durationSeconds]).toEqual(['audio', undefined, 3])
  expect(readFileSync(join(folder, 'master.m3u8'), 'utf8')).toContain('mp4a.40.2')
  expect(readdirSync(folder).toSorted()).toEqual(['audio', 'master.m3u8'])
})

test('a song with a cover is sound alone', async () => {
  const song = film('song.m4a', [
    ...['-f', 'lavfi', '-i', 'color=red:s=64x64:r=1:d=1', ...tone(1), '-c:v', 'mjpeg'],
    ...['-c:a', 'aac', '-disposition:v', 'attached_pic'],
  ])
  expect((await prepared(song)).quality).toBe('audio')
})
