import type { Page } from '@playwright/test'
import { uploadFilm } from '#tests/upload-film.ts'
import { expect, type Member } from './accounts.ts'
import { drawClip } from './clips.ts'
import type { RunningApp } from './server.ts'

/** The machine may be busy with other films. */
const READY_LIMIT_MS = 200_000

/** Uploads a film of this teacher and waits until it is prepared; gives what a course names as its video. */
export function readyFilm(app: RunningApp, teacher: Member, seconds: number): Promise<string> {
  return readyFile(app, teacher, drawClip({ name: 'film.mp4', seconds, size: '320x180' }))
}

/** The same for a file. */
export async function readyFile({ url }: RunningApp, teacher: Member, path: string): Promise<string> {
  const videoId = await uploadFilm({ url, token: teacher.token, path })
  const state = async () => (await teacher.call('uploads.video', { params: { videoId } })).state
  await expect.poll(state, { timeout: READY_LIMIT_MS }).toBe('ready')
  return `upload:${videoId}`
}

/** What a person would see and hear of the video. */
export const played = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement & { webkitAudioDecodedByteCount?: number }) => ({
    at: video.currentTime,
    paused: video.paused,
    pictures: video.getVideoPlaybackQuality().totalVideoFrames,
    sound: video.webkitAudioDecodedByteCount ?? 0,
  }))

/** Expects that both picture and sound go on. */
export async function advances(page: Page): Promise<void> {
  await expect(page.locator('video')).toBeVisible()
  const before = await played(page)
  await expect.poll(async () => (await played(page)).pictures).toBeGreaterThan(before.pictures + 5)
  await expect.poll(async () => (await played(page)).sound).toBeGreaterThan(before.sound)
  expect((await played(page)).at).toBeGreaterThan(before.at)
}
