/** The watch over every journey, broken once in each way: these tests are expected to fail. */
import { expect, test } from './house.ts'

test('a quiet page passes', async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveTitle(/Lectern/)
})

test('a complaint that was allowed passes', async ({ page, allowConsole }) => {
  allowConsole(/status of 404/)
  const answer = await page.goto('/no-such-page')
  expect(answer?.status()).toBe(404)
})

test.describe('the watch', () => {
  test.fail()

  test('notices a line on the console', async ({ page }) => {
    await page.goto('/')
    await page.evaluate(() => console.error('planted'))
  })

  test('notices a warning', async ({ page }) => {
    await page.goto('/')
    await page.evaluate(() => console.warn('planted'))
  })

  test('notices a page that is not there', async ({ page }) => {
    await page.goto('/no-such-page')
  })

  test('notices an uncaught error', async ({ page }) => {
    await page.goto('/')
    await page.evaluate(() => {
      setTimeout(() => {
        throw new Error('planted')
      })
    })
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
  })

  test('notices what the content policy refuses', async ({ page }) => {
    await page.goto('/')
    await page.evaluate(() => {
      const script = document.createElement('div')
      script.setAttribute('style', 'color: red')
      document.body.append(script)
    })
  })

  test('notices a request to a stranger', async ({ newPerson }) => {
    const page = await newPerson()
    await page.goto('/')
    await page.evaluate(() => open('https://example.com/'))
    await page.context().waitForEvent('page')
  })

  test('notices the second person too', async ({ newPerson }) => {
    const page = await newPerson()
    await page.goto('/')
    await page.evaluate(() => console.error('planted'))
  })
})
