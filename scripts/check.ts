/** `npm run check`: every static check of the code. */
import { CHECKS, runChecks } from './steps.ts'

const failed = await runChecks()
for (const { name } of failed) console.log(`FAILED ${name}`)
console.log(`\n${CHECKS.length - failed.length} passed, ${failed.length} failed`)
if (failed.length > 0) process.exitCode = 1
