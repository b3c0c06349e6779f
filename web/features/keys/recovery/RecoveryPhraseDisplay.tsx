import '#web/ui/printed.ts'
import { Alert, Button, Text } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconAlertTriangle, IconCheck, IconCopy, IconFileText, IconPrinter } from '@tabler/icons-react'
import { keysText, phraseText as text } from '#texts/keys.ts'
import { EncryptionKeyWizardStep } from '#web/features/keys/EncryptionKeyWizardStep.tsx'
import styles from '#web/features/keys/Keys.module.css'
import { appName } from '#web/lib/document/branding.ts'
import { saveBlobAsFile } from '#web/lib/http/download.ts'

const getPhraseSheetTitle = () => text.sheetTitle({ app: appName })

function savePhraseFile(words: string[]): void {
  const lines = words.map((word, index) => `${index + 1}. ${word}`)
  saveBlobAsFile(
    new Blob([[getPhraseSheetTitle(), '', ...lines, '', text.sheetWarning, ''].join('\n')]),
    text.fileName,
  )
}

function CopyRecoveryPhraseButton({ words }: { words: string[] }) {
  const { copy, copied, error } = useClipboard({ timeout: 10_000 })
  const Icon = copied ? IconCheck : IconCopy
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon size={18} aria-hidden />}
        onClick={() => copy(words.join(' '))}
      >
        {text.copy}
      </Button>
      <Text size="sm" role="status" className={styles.outcome}>
        {copied && text.copied}
        {error && text.notCopied}
      </Text>
    </>
  )
}

/** Lists the words of the recovery phrase. CSS draws the numbers, so that copying yields the words only. */
function RecoveryPhraseWordList({ words }: { words: string[] }) {
  return (
    <div data-printed>
      <p className={styles.onPaper}>{getPhraseSheetTitle()}</p>
      <ol className={styles.words} aria-label={text.list} lang="en" translate="no">
        {words.map((word, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: words can repeat, and their order never changes.
          <li key={index}>{word}</li>
        ))}
      </ol>
      <p className={styles.onPaper}>{text.sheetWarning}</p>
    </div>
  )
}

export function RecoveryPhraseDisplay({
  words,
  onSaved,
  onCancel,
}: {
  words: string[]
  onSaved: () => void
  onCancel: () => void
}) {
  return (
    <EncryptionKeyWizardStep title={text.title} progress={keysText.step({ at: 1, of: 2 })}>
      <Text size="sm">{text.intro}</Text>
      <RecoveryPhraseWordList words={words} />
      <div className={styles.tools}>
        <Button
          variant="default"
          leftSection={<IconPrinter size={18} aria-hidden />}
          onClick={() => window.print()}
        >
          {text.print}
        </Button>
        <Button
          variant="default"
          leftSection={<IconFileText size={18} aria-hidden />}
          onClick={() => savePhraseFile(words)}
        >
          {text.save}
        </Button>
        <CopyRecoveryPhraseButton words={words} />
      </div>
      <Alert color="emas" icon={<IconAlertTriangle aria-hidden />}>
        {text.warning}
      </Alert>
      <div className={styles.actions}>
        <Button onClick={onSaved}>{text.saved}</Button>
        <Button variant="subtle" onClick={onCancel}>
          {keysText.cancel}
        </Button>
      </div>
    </EncryptionKeyWizardStep>
  )
}
