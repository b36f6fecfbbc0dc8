import type { InputHTMLAttributes, RefObject } from 'react'
import { UPLOAD_ACCEPT } from '#contract/video/uploads.ts'
import type { ChosenFile } from './upload-item.ts'

/** Chromium's choice of files, which gives handles. */
interface Picking {
  showOpenFilePicker: (options: { multiple: boolean }) => Promise<FileSystemFileHandle[]>
}

const picks = (page: Window): page is Window & Picking => 'showOpenFilePicker' in page

interface FileInputProps
  extends Pick<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className' | 'hidden' | 'aria-label'> {
  ref: RefObject<HTMLInputElement | null>
  multiple?: boolean
  onChoose: (files: readonly ChosenFile[]) => void
}

/** Chooses videos; where the browser can, with the handles by which a later page finds the files again. */
export function FileInput({ multiple = false, onChoose, ...input }: FileInputProps) {
  return (
    <input
      {...input}
      type="file"
      multiple={multiple}
      accept={UPLOAD_ACCEPT}
      onChange={({ currentTarget }) => {
        onChoose([...(currentTarget.files ?? [])])
        currentTarget.value = ''
      }}
      onClick={(event) => {
        if (!picks(window)) return
        event.preventDefault()
        // The user has closed the dialog.
        withHandles(window, multiple).then(onChoose, () => undefined)
      }}
    />
  )
}

async function withHandles(page: Picking, multiple: boolean): Promise<ChosenFile[]> {
  const handles = await page.showOpenFilePicker({ multiple })
  return Promise.all(handles.map(async (handle) => Object.assign(await handle.getFile(), { handle })))
}
