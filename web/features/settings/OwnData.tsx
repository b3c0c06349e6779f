import { Stack } from '@mantine/core'
import { EraseAccount } from './EraseAccount.tsx'
import { MyData } from './MyData.tsx'
import styles from './Settings.module.css'
import { SettingsSection } from './SettingsSection.tsx'
import { settingsText as text } from './settings.text.ts'

/** For an account that is not active: what it may still do with its own data. */
export function OwnData() {
  return (
    <Stack className={styles.page} ta="left">
      <SettingsSection title={text.sections.data} help={text.dataHelp}>
        <MyData />
      </SettingsSection>
      <SettingsSection title={text.sections.erase} help={text.eraseHelp}>
        <EraseAccount />
      </SettingsSection>
    </Stack>
  )
}
