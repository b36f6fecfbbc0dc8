/** The watch over every journey, broken once in each way. */
import { expect, test } from './site.ts'

const PLANTED = /planted/

test('a quiet page passes', async ({ page, complaints }) => {
  await page.goto('/')
  await expect(page.locator('body')).toBeVisible()
  expect(complaints).toEqual([])
})

test.describe('the watch notices', () => {
  test.beforeEach(({ allowConsole }) => allowConsole(PLANTED))

  test('an error on the console', async ({ page, complaints }) => {
    await page.goto('/')
    await page.evaluate("console.error('planted')")
    await expect.poll(() => complaints.join()).toMatch(/console\.error: planted/)
  })

  test('a warning on the console', async ({ page, complaints }) => {
    await page.goto('/')
    await page.evaluate("console.warn('planted')")
    await expect.poll(() => complaints.join()).toMatch(/console\.warning: planted/)
  })

  test('an uncaught error', async ({ page, complaints }) => {
    await page.goto('/')
    await page.evaluate(() => {
      setTimeout(() => {
        throw new Error('planted')
      })
    })
    await expect.poll(() => complaints.join()).toMatch(/uncaught: Error: planted/)
  })

  test('what the content policy refuses', async ({ page, complaints, allowConsole }) => {
    allowConsole(/Content Security Policy/)
    await page.goto('/')
    await page.evaluate(() => document.body.setAttribute('style', 'color: red'))
    await expect.poll(() => complaints.join()).toMatch(/Content Security Policy/)
  })

  test('a page that is not there', async ({ page, complaints, allowConsole }) => {
    allowConsole(/status of 404/)
    await page.goto('/planted')
    await expect.poll(() => complaints.join()).toMatch(/status of 404/)
  })

  test('a request to a stranger', async ({ page, complaints }) => {
    await page.goto('/')
    await page.goto('https://example.org/planted')
    expect(complaints.join()).toMatch(/asked a stranger: https:\/\/example\.org/)
  })

  test('what a second person sees', async ({ newPerson, complaints }) => {
    const page = await newPerson()
    await page.goto('/')
    await page.evaluate("console.error('planted')")
    await expect.poll(() => complaints.join()).toMatch(/console\.error: planted/)
  })
})

test.describe('what the watch notices', () => {
  test.fail()

  test('fails its test', async ({ complaints }) => {
    complaints.push('planted')
  })
})
