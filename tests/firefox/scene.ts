import type { Browser, Page } from 'puppeteer-core'
import { apiClient } from '#tests/e2e/api-client.ts'
import { drawClip } from '#tests/e2e/clips.ts'
import { logInAt, type Member, newAccount, publish, register } from '#tests/e2e/prepare-content.ts'
import type { RunningApp } from '#tests/e2e/server.ts'
import { uploadFilm } from '#tests/upload-film.ts'
import { waitFor } from './wait-for.ts'

export interface Scene {
  app: RunningApp
  teacher: Member
  student: Member
  playlistId: string
  courseId: string
  /** Opens a tab in which this user is logged in; its complaints are collected. */
  openTab: (user: Member) => Promise<Page>
}

/** A teacher with an approved playlist of one uploaded film, and a student. */
export async function prepareScene(app: RunningApp, browser: Browser, complaints: string[]): Promise<Scene> {
  const join = async (role: 'Teacher' | 'Student') => {
    const account = newAccount(role, {})
    await register(apiClient(app.url), account)
    return logInAt(app.url, account)
  }
  const teacher = await join('Teacher')
  const path = drawClip({ name: 'film.mp4', seconds: 20, size: '320x180' })
  const videoId = await uploadFilm({ url: app.url, token: teacher.token, path })
  await waitFor('a prepared film', async () => {
    const { state } = await teacher.call('uploads.video', { params: { videoId } })
    return state === 'ready'
  })
  const admin = await logInAt(app.url, app.admin)
  const { id, courses } = await publish(admin.call, teacher, {
    courses: [{ videoLink: `upload:${videoId}` }],
  })
  return {
    app,
    teacher,
    student: await join('Student'),
    playlistId: id,
    courseId: courses[0]?._id ?? '',
    openTab: async ({ user }) => {
      const page = await browser.newPage()
      page.on('console', (message) => {
        if (['error', 'warn'].includes(message.type())) complaints.push(message.text())
      })
      page.on('pageerror', (error) => complaints.push(String(error)))
      await page.goto(`${app.url}/robots.txt`)
      await page.evaluate((stored) => localStorage.setItem('currentUser', stored), JSON.stringify(user))
      return page
    },
  }
}
