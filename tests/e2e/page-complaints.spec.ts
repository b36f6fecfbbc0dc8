/** Every end-to-end test fails when its page complains. Here each kind of complaint happens once. */
import { expect, test } from './accounts.ts'

const PROVOKED = /provoked/

test('a quiet page passes', async ({ page, complaints }) => {
  await page.goto('/')
  await expect(page.locator('body')).toBeVisible()
  expect(complaints).toEqual([])
})

test.describe('the watch notices', () => {
  test.beforeEach(({ allowConsole }) => allowConsole(PROVOKED))

  test('an error on the console', async ({ page, complaints }) => {
    await page.goto('/')
    await page.evaluate("console.error('provoked')")
    await expect.poll(() => complaints.join()).toMatch(/console\.error: provoked/)
  })

  test('a warning on the console', async ({ page, complaints }) => {
    await page.goto('/')
    await page.evaluate("console.warn('provoked')")
    await expect.poll(() => complaints.join()).toMatch(/console\.warning: provoked/)
  })

  test('an uncaught error', async ({ page, complaints }) => {
    await page.goto('/')
    await page.evaluate(() => {
      setTimeout(() => {
        throw new Error('provoked')
      })
    })
    await expect.poll(() => complaints.join()).toMatch(/uncaught: Error: provoked/)
  })

  test('violations of the content policy', async ({ page, complaints, allowConsole }) => {
    allowConsole(/Content Security Policy/)
    await page.goto('/')
    await page.evaluate(() => document.body.setAttribute('style', 'color: red'))
    await expect.poll(() => complaints.join()).toMatch(/Content Security Policy/)
  })

  test('a page that is not there', async ({ page, complaints, allowConsole }) => {
    allowConsole(/status of 404/)
    await page.goto('/provoked')
    await expect.poll(() => complaints.join()).toMatch(/status of 404/)
  })

  test('a request to another site', async ({ page, complaints }) => {
    await page.goto('/')
    await expect(page.goto('https://example.org/provoked')).rejects.toThrow('ERR_NAME_NOT_RESOLVED')
    expect(complaints.join()).toMatch(/requested another site: https:\/\/example\.org/)
  })

  test('messages in the page of a second user', async ({ newPerson, complaints }) => {
    const page = await newPerson()
    await page.goto('/')
    await page.evaluate("console.error('provoked')")
    await expect.poll(() => complaints.join()).toMatch(/console\.error: provoked/)
  })
})

test.describe('what the watch notices', () => {
  test.fail()

  test('fails its test', async ({ complaints }) => {
    complaints.push('provoked')
  })
})
