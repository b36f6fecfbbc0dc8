/** Every end-to-end test fails when its page complains. Here each kind of complaint happens once. */
import { expect, test } from './accounts.ts'

test('the watch notices every kind of complaint, in the page of a second user too', async ({
  page,
  newPerson,
  complaints,
  allowConsole,
}) => {
  allowConsole(/provoked|Content Security Policy|status of 404/)
  const expectNext = async (complaint: RegExp) => {
    await expect.poll(() => complaints.join()).toMatch(complaint)
    complaints.length = 0
  }
  await page.goto('/')
  await expect(page.locator('body')).toBeVisible()
  expect(complaints, 'a quiet page passes').toEqual([])

  await test.step('an error and a warning on the console', async () => {
    await page.evaluate("console.error('provoked')")
    await expectNext(/console\.error: provoked/)
    await page.evaluate("console.warn('provoked')")
    await expectNext(/console\.warning: provoked/)
  })
  await test.step('an uncaught error', async () => {
    await page.evaluate(() => {
      setTimeout(() => {
        throw new Error('provoked')
      })
    })
    await expectNext(/uncaught: Error: provoked/)
  })
  await test.step('a violation of the content policy', async () => {
    await page.evaluate(() => document.body.setAttribute('style', 'color: red'))
    await expectNext(/Content Security Policy/)
  })
  await test.step('a second user', async () => {
    const other = await newPerson()
    await other.goto('/')
    await other.evaluate("console.error('provoked')")
    await expectNext(/console\.error: provoked/)
  })
  await test.step('a page that is not there', async () => {
    await page.goto('/provoked')
    await expectNext(/status of 404/)
  })
  await test.step('a request to another site', async () => {
    await expect(page.goto('https://example.org/provoked')).rejects.toThrow('ERR_NAME_NOT_RESOLVED')
    await expectNext(/requested another site: https:\/\/example\.org/)
  })
})

test.describe('what the watch notices', () => {
  test.fail()

  test('fails its test', async ({ complaints }) => {
    complaints.push('provoked')
  })
})
