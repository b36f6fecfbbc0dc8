import { onTestFinished } from 'vitest'
import { type RunningS3, startS3 } from '#scripts/s3.ts'

/** An S3-compatible server for one test, behind a proxy that fails on request; stopped when the test ends. */
export async function privateS3(): Promise<RunningS3> {
  const s3 = await startS3()
  onTestFinished(() => s3.stop())
  return s3
}
