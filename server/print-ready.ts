import type { Config } from './config.ts'

/** Prints the address of the running site. */
export function printReady({ SITE_NAME, PUBLIC_URL }: Config, address: string): void {
  console.info(`[site] ${SITE_NAME} is ready at ${PUBLIC_URL ?? address.replace('127.0.0.1', 'localhost')}`)
}
