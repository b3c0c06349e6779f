import { Box, Button, Stack, Text } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy, IconFileText } from '@tabler/icons-react'
import { codesText as text } from '#texts/two-factor.ts'
import { appName } from '#web/lib/document/branding.ts'
import { saveBlobAsFile } from '#web/lib/http/download.ts'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { FormStepHeading } from './FormStepHeading.tsx'
import styles from './TwoFactor.module.css'

/** Shows new recovery codes. The server never sends them again, so the user must save them now. */
export function NewRecoveryCodeList({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { copy, copied, error } = useClipboard({ timeout: 10_000 })
  const saveRecoveryCodes = () =>
    saveBlobAsFile(new Blob([[text.sheet({ app: appName }), '', ...codes, ''].join('\n')]), text.fileName)
  const CopyIcon = copied ? IconCheck : IconCopy
  return (
    <Stack>
      <FormStepHeading title={text.title} />
      <Text size="sm">{text.intro}</Text>
      <Columns
        component="ul"
        template="repeat(auto-fill, minmax(210px, 1fr))"
        gap={8}
        aria-label={text.list}
        translate="no"
      >
        {codes.map(code => (
          <Box
            component="li"
            py={10}
            px={12}
            bd="1px solid var(--line)"
            bdrs={10}
            fz={15}
            fw={600}
            lts="0.03em"
            ta="center"
            className="tabular"
            key={code}
          >
            {code}
          </Box>
        ))}
      </Columns>
      <div className={styles.actions}>
        <Button
          variant="default"
          leftSection={<IconFileText size={18} aria-hidden />}
          onClick={saveRecoveryCodes}
        >
          {text.save}
        </Button>
        <Button
          variant="default"
          leftSection={<CopyIcon size={18} aria-hidden />}
          onClick={() => copy(codes.join('\n'))}
        >
          {text.copy}
        </Button>
        <Text size="sm" role="status">
          {copied && text.copied}
          {error && text.notCopied}
        </Text>
      </div>
      <Button style={{ alignSelf: 'flex-start' }} onClick={onDone}>
        {text.done}
      </Button>
    </Stack>
  )
}
