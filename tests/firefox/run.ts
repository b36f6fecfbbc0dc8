/**
 * `npm run test:firefox`: what Firefox does differently, in Debian's Firefox with the built product. Its video decoder plays
 * an uploaded film, it has no handles of files, and its own storage keeps drafts. Ends with 1 when a step failed.
 */
import puppeteer from 'puppeteer-core'
import { needProgram, needPrograms } from '#scripts/programs.ts'
import { openTestApp } from '#tests/e2e/server.ts'
import { continueUploads } from './continue-uploads.ts'
import { prepareScene, type Scene } from './scene.ts'
import { keepDrafts, watchAndNote } from './watch-and-note.ts'

const STEPS: readonly { title: string; run: (scene: Scene) => Promise<void> }[] = [
  {
    title: 'an uploaded film plays, a note keeps its second, and the video goes on there',
    run: watchAndNote,
  },
  { title: 'a text that was typed is there in the next tab', run: keepDrafts },
  { title: 'one choice continues all files after the page was left', run: continueUploads },
]

needPrograms('npm run test:firefox', ['firefox-esr', 'ffmpeg'])
const app = await openTestApp()
const browser = await puppeteer.launch({
  browser: 'firefox',
  executablePath: needProgram('firefox-esr'),
  extraPrefsFirefox: { 'media.autoplay.default': 0 },
})
const complaints: string[] = []
try {
  console.log(await browser.version())
  const scene = await prepareScene(app, browser, complaints)
  for (const { title, run } of STEPS) {
    try {
      await run(scene)
      console.log(`HELD    ${title}`)
    } catch (error) {
      process.exitCode = 1
      console.log(`FAILED  ${title}\n        ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  for (const complaint of complaints) console.log(`CONSOLE ${complaint}`)
  if (complaints.length > 0) process.exitCode = 1
} finally {
  await browser.close()
  await app.stop()
}
