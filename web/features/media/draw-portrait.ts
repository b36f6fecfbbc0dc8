const SIZE_PX = 480

/** Draws a portrait as a file to upload. Resolves to nothing where the browser cannot draw, and without a connection. */
export async function drawPortrait(): Promise<File | undefined> {
  try {
    const drawing = new Image()
    drawing.src = `/art/portrait/${Math.random().toString(36).slice(2)}.svg`
    await drawing.decode()
    const canvas = new OffscreenCanvas(SIZE_PX, SIZE_PX)
    const context = canvas.getContext('2d')
    if (!context) return
    context.drawImage(drawing, 0, 0, SIZE_PX, SIZE_PX)
    const picture = await canvas.convertToBlob({ type: 'image/png' })
    return new File([picture], 'portrait.png', { type: picture.type })
  } catch {
    return undefined
  }
}
