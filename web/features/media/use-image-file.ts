import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

interface ImageFileOptions {
  /** The initial file. */
  chosen: File | undefined
  /** Draws a picture. */
  draw: (() => Promise<File | undefined>) | undefined
}

/** The file of an image field. With `draw`, a drawn one takes its place until the user chooses one. */
export function useImageFile(input: RefObject<HTMLInputElement | null>, { chosen, draw }: ImageFileOptions) {
  const [file, setFile] = useState(chosen)
  const [drawn, setDrawn] = useState<File>()
  const [isDrawing, setDrawing] = useState(draw !== undefined && chosen === undefined)

  useEffect(() => {
    if (file) setInputFile(input.current, file)
  }, [input, file])

  const drawFirst = useEffectEvent(async () => {
    const picture = await draw?.()
    setDrawing(false)
    setDrawn(picture)
    // The user may have chosen one meanwhile.
    if (input.current?.files?.length === 0) setFile(picture)
  })
  useEffect(() => {
    if (isDrawing) void drawFirst()
  }, [isDrawing])

  return {
    file,
    /** The picture to go back to. */
    drawn,
    isDrawn: isDrawing || (file !== undefined && file === drawn),
    set(next: File | undefined): void {
      setFile(next)
      setInputFile(input.current, next)
    },
    /** Resolves to the former picture if no other one can be drawn. */
    async drawAgain(): Promise<File | undefined> {
      const picture = (await draw?.()) ?? drawn
      setDrawn(picture)
      return picture
    },
  }
}

/** The form sends the file of the input, so the input must follow a dropped or removed file. */
function setInputFile(input: HTMLInputElement | null, file: File | undefined): void {
  if (!input) return
  const transfer = new DataTransfer()
  if (file) transfer.items.add(file)
  input.files = transfer.files
}
