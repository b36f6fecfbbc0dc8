import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { SETTINGS, type SettingKey } from '#contract/settings/setting-table.ts'
import { lockedBy } from '#contract/settings/setting-values.ts'
import { type AdminSettings, SettingChanges } from '#contract/settings/settings.ts'
import { fieldErrors } from '#web/core/api-error.ts'
import { conflictsOf } from '#web/core/drafts/conflicts.ts'
import { type FormDraft, useFormDraft } from '#web/core/drafts/use-form-draft.ts'
import { textOf } from '#web/core/form-values.ts'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { Box, Foot, Setting } from '#web/features/account/security/settings.tsx'
import { useSaveSettings } from '#web/features/settings/settings.queries.ts'
import { DraftLine } from '#web/ui/form/draft-line.tsx'
import { Form } from '#web/ui/form/form.tsx'
import type { FormErrors } from '#web/ui/form/form-errors.ts'
import { SavedMeanwhile } from '#web/ui/form/saved-meanwhile.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import styles from './people-settings.module.css'

type Texts = Readonly<Record<string, string>>

export interface Section {
  /** Of the draft. */
  name: string
  title: string
  text: string
  hint: string
  /** What the fields are called. */
  labels: Texts
  /** The stored settings as texts of the form. */
  textsOf: (stored: AdminSettings) => Texts
  /** The settings that these texts mean. */
  changesOf: (typed: Texts, stored: AdminSettings) => Record<string, unknown>
}

export interface FieldsProps {
  draft: FormDraft
  stored: AdminSettings
  texts: Texts
  /** A field of the environment cannot be changed. */
  lockOf: (key: SettingKey) => { disabled: boolean; help?: ReactNode }
}

interface SectionFormProps {
  section: Section
  stored: AdminSettings
  fields: (props: FieldsProps) => ReactNode
  /** More changes, which take a while, such as a picture that is uploaded first. */
  prepare?: (data: FormData) => Promise<SettingChanges>
  onSaved?: () => void
}

/** One section of the settings with its own Save. What is typed is kept until it is saved. */
export function SectionForm({ section, stored, ...rest }: SectionFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const texts = section.textsOf(stored)
  const draft = useFormDraft('settings', section.name, { form, updatedAt: stored.version, stored: texts })
  return (
    <Setting title={section.title} text={section.text}>
      <SectionFields key={draft.version} {...{ section, stored, form, draft, texts }} {...rest} />
    </Setting>
  )
}

interface SectionFieldsProps extends SectionFormProps {
  form: RefObject<HTMLFormElement | null>
  draft: FormDraft
  texts: Texts
}

function SectionFields({ section, stored, form, draft, texts, fields, ...rest }: SectionFieldsProps) {
  const { prepare, onSaved } = rest
  const [errors, setErrors] = useState<FormErrors>({})
  const [isPreparing, setPreparing] = useState(false)
  const save = useSaveSettings()
  const rejected = (error: unknown) => setErrors(fieldsOf(error))

  async function submit(data: FormData): Promise<void> {
    if (save.isPending || isPreparing) return
    const checked = SettingChanges.safeParse(section.changesOf(typedIn(data, texts), stored))
    setErrors(checked.success ? {} : errorsOf(checked.error.issues))
    const more = checked.success ? await prepared(data) : undefined
    if (more) change({ ...checked.data, ...more })
  }

  function change(changes: SettingChanges): void {
    if (Object.keys(changes).length === 0) {
      notify.success('Nothing has changed.', { timeout: SCREEN_TOAST_MS })
      return
    }
    const saved = () => {
      draft.remove()
      onSaved?.()
    }
    save.mutate({ version: stored.version, changes }, { onSaved: saved, onError: rejected })
  }

  /** `undefined` when it failed. */
  async function prepared(data: FormData): Promise<SettingChanges | undefined> {
    if (!prepare) return {}
    setPreparing(true)
    try {
      return await prepare(data)
    } catch (error) {
      rejected(error)
      return undefined
    } finally {
      setPreparing(false)
    }
  }

  const lockOf = (key: SettingKey) =>
    stored.settings[key].source === 'environment'
      ? { disabled: true, help: <Locked variable={SETTINGS[key].variable ?? ''} /> }
      : { disabled: false }
  return (
    <Box>
      <Form
        ref={form}
        errors={errors}
        aria-label={section.title}
        onChange={draft.store}
        onSubmit={(data) => void submit(data)}
      >
        <div className={styles.fields}>
          <SavedMeanwhile
            draft={draft}
            conflicts={conflictsOf(draft, texts)}
            labelOf={(name) => section.labels[name] ?? name}
          />
          {fields({ draft, stored, texts, lockOf })}
          <DraftLine draft={draft} />
        </div>
        <Foot hint={section.hint}>
          <Button type="submit" variant="primary" busy={save.isPending || isPreparing}>
            Save
          </Button>
        </Foot>
      </Form>
    </Box>
  )
}

/** The texts of the form. A locked field is not sent and stays as it is. */
function typedIn(data: FormData, texts: Texts): Texts {
  const typed = Object.entries(texts).map(([name, text]) => [
    name,
    data.has(name) ? textOf(data, name) : text,
  ])
  return Object.fromEntries(typed)
}

function Locked({ variable }: { variable: string }) {
  return (
    <span className={styles.locked}>
      <Icon name="lock" size="sm" />
      {lockedBy(variable)}
    </span>
  )
}

const errorsOf = (issues: readonly { path: PropertyKey[]; message: string }[]): FormErrors =>
  Object.fromEntries(issues.map(({ path, message }) => [String(path.at(-1) ?? ''), message]))

/** The sentences at the fields. The part of a setting is named last. */
function namesOf(errors: FormErrors): FormErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([name, text]) => [name.split('.').at(-1) ?? name, text]),
  )
}

const fieldsOf = (error: unknown): FormErrors => namesOf(fieldErrors(error) ?? {})
