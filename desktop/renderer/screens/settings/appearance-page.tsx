import { chooseTheme, themes, useTheme } from '../../app/theme.ts'
import { Choices, Section, Switch } from '../../form/fields.tsx'
import { setEnterSends, useEnterSends } from '../../keys/enter-sends.ts'
import { useLaterWords } from '../../words/later-words.ts'
import { allLanguages, useLanguage } from '../../words/words.tsx'

/** The dashboard's appearance, language and keys of the reply box. They apply immediately. */
export function AppearancePage() {
  const { appearance: words } = useLaterWords()
  const { language, choose } = useLanguage()
  const theme = useTheme()
  return (
    <>
      <Section title={words.theme} hint={words.intro}>
        <Choices
          legend={words.theme}
          isHidden
          value={theme}
          change={chooseTheme}
          choices={themes.map((value) => ({ value, label: words.themes[value] }))}
        />
      </Section>
      <Section title={words.writing}>
        <Switch label={words.enterSends} hint={words.enterSendsHint} value={useEnterSends()} change={setEnterSends} />
      </Section>
      <Section title={words.language} hint={words.languageHint}>
        <Choices
          legend={words.language}
          isHidden
          value={language}
          change={choose}
          choices={allLanguages.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Section>
    </>
  )
}
