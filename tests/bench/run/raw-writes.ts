export type Write = 'like' | 'save' | 'comment'

/** The rows of the product's own transactions, by nothing but the engine's driver, as durable: what the disk allows. */
export interface RawWriter {
  /** Transactions a second, one after the other. */
  write: (kind: Write, seconds: number) => Promise<number>
  writeOnce: (kind: Write) => void | Promise<void>
  stop: () => Promise<void>
}
