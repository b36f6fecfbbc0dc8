import { useState } from 'react'
import { accentNote, brandTokens, contrast, shownRatio } from '#contract/settings/accent.ts'
import { ACCENT, WELCOME_MAX } from '#contract/settings/setting-values.ts'
import type { AdminSettings } from '#contract/settings/settings.ts'
import { useSite } from '#web/core/app-context.tsx'
import { fileOf } from '#web/core/form-values.ts'
import { loadPage } from '#web/core/load-page.ts'
import { ImageField } from '#web/features/media/image-field.tsx'
import { useUploadLogo } from '#web/features/settings/settings.queries.ts'
import { Segmented } from '#web/ui/form/segmented.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { type FieldsProps, type Section, SectionForm } from './section-form.tsx'
import styles from './site-settings.module.css'

const SITE: Section = {
  name: 'site',
  title: 'Site',
  text: 'What people see first.',
  hint: '',
  labels: { siteName: 'Name', accent: 'Accent colour', welcome: 'Welcome text', figures: 'Figures' },
  textsOf: ({ settings }) => ({
    siteName: settings.siteName.value,
    accent: settings.accent.value ?? '',
    welcome: settings.welcome.value,
    figures: settings.figures.value,
  }),
  changesOf: ({ siteName = '', accent = '', welcome = '', figures = '' }, { settings }) => ({
    ...(siteName !== settings.siteName.value && { siteName }),
    ...(accent.trim().toUpperCase() !== (settings.accent.value ?? '') && { accent: accent.trim() || null }),
    ...(welcome.trim() !== settings.welcome.value && { welcome }),
    ...(figures !== settings.figures.value && { figures }),
  }),
}

/** Name, logo, accent, welcome text and figures. */
export function SiteSettings({ stored }: { stored: AdminSettings }) {
  const upload = useUploadLogo()
  return (
    <SectionForm
      section={SITE}
      stored={stored}
      fields={(props) => <SiteFields {...props} />}
      prepare={async (data) => {
        const image = fileOf(data, 'logo')
        if (image) return { logo: (await upload(image)).name }
        return data.has('removeLogo') ? { logo: null } : {}
      }}
      // The name, the logo and the colours stand on every screen.
      onSaved={() => void loadPage()}
    />
  )
}

function SiteFields({ draft, stored, texts, lockOf }: FieldsProps) {
  const { logo } = useSite()
  const [accent, setAccent] = useState(draft.text('accent', texts.accent ?? ''))
  const [welcome, setWelcome] = useState(draft.text('welcome', texts.welcome ?? ''))
  return (
    <>
      <TextField
        name="siteName"
        label="Name"
        required
        {...lockOf('siteName')}
        defaultValue={draft.text('siteName', texts.siteName ?? '')}
      />
      <ImageField
        name="logo"
        label="Logo"
        help="At least 128 × 128. It replaces the mark; the name stays."
        {...(logo && { current: { ...logo, url: logo.src } })}
        {...(draft.file('logo') && { chosen: draft.file('logo') })}
        onChange={draft.store}
      />
      {stored.settings.logo.value !== null && (
        <label className={styles.remove}>
          <input type="checkbox" name="removeLogo" value="on" />
          Show the mark instead
        </label>
      )}
      <div className={styles.accent}>
        <TextField
          name="accent"
          label="Accent colour"
          placeholder="#0D6348"
          autoComplete="off"
          spellCheck={false}
          help={ACCENT.test(accent) ? accentNote(accent) : 'Empty: the colours of the program.'}
          value={accent}
          onChange={setAccent}
        />
        {ACCENT.test(accent) && <Preview accent={accent} />}
      </div>
      <TextAreaField
        name="welcome"
        label="Welcome text"
        rows={3}
        help={`Beside the login form. ${welcome.length} of ${WELCOME_MAX}`}
        value={welcome}
        onChange={setWelcome}
      />
      <div>
        <Segmented
          name="figures"
          legend="Figures"
          options={[
            { value: 'placeholders', label: 'Fixed, for a new site' },
            { value: 'real', label: 'Counted' },
          ]}
          defaultValue={draft.text('figures', texts.figures ?? '') === 'real' ? 'real' : 'placeholders'}
          disabled={lockOf('figures').disabled}
        />
        {lockOf('figures').help}
      </div>
    </>
  )
}

const GROUNDS = { light: '#fcfcfc', dark: '#131816' } as const

/** A button in the colours of both themes. Attributes of SVG, because the content policy allows no style attribute. */
function Preview({ accent }: { accent: string }) {
  const tokens = brandTokens(accent)
  return (
    <svg
      className={styles.preview}
      viewBox="0 0 320 56"
      role="img"
      aria-label="Preview of a button in both themes"
    >
      {(['light', 'dark'] as const).map((theme, index) => {
        const { brand, 'on-brand': text } = tokens[theme]
        const left = index * 164
        return (
          <g key={theme}>
            <rect x={left} width="156" height="56" rx="10" fill={GROUNDS[theme]} />
            <rect x={left + 12} y="12" width="68" height="32" rx="8" fill={brand} />
            <text x={left + 46} y="32" textAnchor="middle" fontSize="13" fontWeight="600" fill={text}>
              Saved
            </text>
            <text
              x={left + 144}
              y="33"
              textAnchor="end"
              fontSize="12"
              fill={theme === 'light' ? '#46504c' : '#b5c0bb'}
            >
              {shownRatio(contrast(text, brand))}
            </text>
          </g>
        )
      })}
    </svg>
  )
}
