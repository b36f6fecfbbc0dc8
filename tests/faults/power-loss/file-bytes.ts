/** The bytes of a file that is written piece by piece; the buffer grows by doubling. */
export class FileBytes {
  #room = Buffer.alloc(0)
  #length = 0

  /** Holes and regrown parts read as zeros. */
  apply(change: { offset: number; bytes: Buffer } | { length: number }): void {
    if ('length' in change) {
      this.#reserve(change.length)
      this.#room.fill(0, Math.min(change.length, this.#length), this.#room.length)
      this.#length = change.length
      return
    }
    const end = change.offset + change.bytes.length
    this.#reserve(end)
    change.bytes.copy(this.#room, change.offset)
    this.#length = Math.max(this.#length, end)
  }

  /** A view that the next change may change. */
  bytes(): Buffer {
    return this.#room.subarray(0, this.#length)
  }

  copy(): FileBytes {
    const other = new FileBytes()
    other.#room = Buffer.from(this.bytes())
    other.#length = this.#length
    return other
  }

  #reserve(length: number): void {
    if (length <= this.#room.length) return
    const room = Buffer.alloc(Math.max(length, 2 * this.#room.length, 4096))
    this.bytes().copy(room)
    this.#room = room
  }
}
