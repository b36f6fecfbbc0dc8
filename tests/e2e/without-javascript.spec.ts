import { test } from './demo.ts'
import { expect } from './site.ts'

test.use({ javaScriptEnabled: false })

test('public pages show their content, say what they are and are sorted without JavaScript', async ({
  page,
  app,
}) => {
  const { playlists } = await (await page.request.get('/api/playlists?limit=1')).json()
  const [playlist] = playlists
  await page.goto('/')
  await expect(page).toHaveTitle('Home · Lectern')
  await expect(page.getByRole('heading', { name: playlist.title })).toBeVisible()
  await page.goto('/courses')
  await expect(page.getByRole('link', { name: `View Playlist: ${playlist.title}` })).toBeVisible()
  await page.goto(`/playlist-details/${playlist._id}`)
  await expect(page).toHaveTitle(`${playlist.title} · Lectern`)
  await expect(page.getByText(playlist.description)).toBeVisible()
  const head = (selector: string) => page.locator(`head ${selector}`)
  await expect(head('meta[name=description]')).toHaveAttribute('content', /\w/)
  await expect(head('link[rel=canonical]')).toHaveAttribute('href', /\/playlist-details\//)
  await expect(head('meta[property="og:title"]')).toHaveAttribute('content', playlist.title)
  await expect(head('meta[property="og:image"]')).toHaveAttribute('content', /^http.*\.webp$/)
  expect(app.log()).not.toContain('could not be rendered')
  await test.step('a playlist has the order and the durations of its videos', async () => {
    const { playlists } = await (await page.request.get('/api/playlists?limit=24&sort=title')).json()
    const { _id } = playlists.find(
      ({ title }: { title: string }) => title === 'JavaScript From the First Line',
    )
    const { courses } = await (await page.request.get(`/api/playlists/${_id}`)).json()
    await page.goto(`/playlist-details/${_id}`)
    const rows = page.getByRole('region', { name: 'Videos' }).getByRole('listitem')
    await expect(rows).toHaveCount(courses.length)
    for (const [index, { videoTitle }] of courses.entries()) {
      await expect(rows.nth(index)).toContainText(videoTitle)
      await expect(rows.nth(index)).toContainText(/\d:\d\d/)
    }
    await expect(page.getByRole('link', { name: 'Start' })).toHaveAttribute('href', /^\/watch-video\//)
  })
  await test.step('an address sorts the courses', async () => {
    await page.goto('/courses')
    await page.getByRole('navigation', { name: 'Sort courses' }).getByRole('link', { name: 'Title' }).click()
    await expect(page).toHaveURL('/courses?sort=title')
    const { playlists } = await (await page.request.get('/api/playlists?sort=title&limit=24')).json()
    const titles = playlists.map(({ title }: { title: string }) => title)
    await expect(page.getByRole('main').getByRole('article').getByRole('heading')).toHaveText(titles)
  })
})

test('an unknown path is answered 404; no page and no answer sets a cookie, and every page carries its policy', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of 404/)
  const response = await page.goto('/no/such/place')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  const missing = await page.request.get('/playlist-details/000000000000000000000000')
  expect(missing.status()).toBe(404)
  for (const path of ['/', '/login', '/api/playlists', '/robots.txt', '/healthz']) {
    const response = await page.request.get(path)
    expect(response.headers()['set-cookie']).toBeUndefined()
    expect(response.headers()['x-content-type-options']).toBe('nosniff')
  }
  const policy = (await page.request.get('/')).headers()['content-security-policy'] ?? ''
  expect(policy).toContain("style-src 'self'")
  expect(policy).toContain("trusted-types 'none'")
  expect(policy).not.toContain('unsafe')
})
