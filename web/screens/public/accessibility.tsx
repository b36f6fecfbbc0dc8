import { CONTACT } from '#contract/settings/contact.ts'
import type { FormattedText as Text } from '#contract/settings/formatted-text.ts'
import { useSite } from '#web/core/app-context.tsx'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { PageHead } from '#web/ui/navigation/page-head.tsx'
import { TextLink } from '#web/ui/navigation/text-link.tsx'
import { FormattedText } from '#web/ui/text/formatted-text.tsx'

const paragraph = (text: string): Text[number] => ({ tag: 'p', in: [text] })
const list = (...items: string[]): Text[number] => ({
  tag: 'ul',
  in: items.map((item) => ({ tag: 'li', in: [item] })),
})
const heading = (text: string): Text[number] => ({ tag: 'h2', in: [text] })

const STATEMENT: Text = [
  heading('What we promise'),
  paragraph(
    'Everybody should be able to use this site: with a keyboard, a screen reader, large text, high contrast or little movement. Our measure is WCAG 2.2, level AA.',
  ),
  heading('What is tested'),
  paragraph('Each version of the program is tested before it is published:'),
  list(
    'Every screen with the rules of axe, in the light and the dark theme, wide and on a phone.',
    'The contrast of all colours, also of a colour that the site has chosen.',
    'The ways through the site with the keyboard alone, with the focus always visible.',
    'The size of what can be touched, and that nothing needs sideways scrolling from 320 pixels.',
    'That nothing moves for people who have asked for little movement.',
  ),
  heading('What may not work'),
  list(
    'Videos have captions and a text only where their teacher has added them.',
    'The pictures of a video from YouTube or Vimeo come from their player, which we do not control.',
    'Texts, pictures and titles are written by teachers and people here.',
  ),
]

/** /accessibility: the statement, what is tested, and how to complain. */
export function Component() {
  const { name, contact } = useSite()
  const { email } = contact ?? CONTACT
  return (
    <>
      <ScreenTitle screen="Accessibility" description={`How accessible ${name} is, and how to complain.`} />
      <PageHead title="Accessibility" lead={`This statement is about ${name}.`} />
      <FormattedText text={STATEMENT} />
      <section aria-labelledby="complain">
        <h2 id="complain">How to complain</h2>
        <p>
          Tell us what does not work for you, on which page and with which program.{' '}
          {email && (
            <>
              Write to <a href={`mailto:${email}`}>{email}</a>, or see{' '}
            </>
          )}
          <TextLink to="/contact" inline>
            all ways to reach us
          </TextLink>
          .
        </p>
      </section>
    </>
  )
}
