import type { Page } from '@playwright/test'
import { logInAs, type Member, type Published } from './accounts.ts'
import { fakeVideo } from './fake-video.ts'
import { main, visit } from './screens.ts'

/** A link to a video of each host. */
export const VIDEOS = { YouTube: 'dQw4w9WgXcQ', Vimeo: 'https://vimeo.com/76979871' } as const

export const watchPath = ({ id, courses }: Published, index = 0) =>
  `/watch-video/${id}/${courses[index]?._id}`

export const control = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true })

export const player = (page: Page) => main(page).getByRole('region', { name: 'Video player' })

/** Opens a course as this user and starts its video. */
export async function startVideo(page: Page, user: Member, path: string) {
  await logInAs(page, user)
  await visit(page, path)
  await pressPlay(page)
  return fakeVideo(page)
}

/** Presses the poster and waits until the host's player answers. */
export async function pressPlay(page: Page): Promise<void> {
  await main(page)
    .getByRole('button', { name: /^Play video/ })
    .click()
  await control(page, 'Forward 10 seconds').click({ trial: true })
}
