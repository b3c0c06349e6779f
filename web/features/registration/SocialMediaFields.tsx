import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { socialPlatforms } from '#shared/form-choices.ts'
import styles from './Fields.module.css'
import { registrationText as text } from './registration.text.ts'
import type { FieldProps } from './Section.tsx'

const mostRows = 12
const platforms = [{ value: '', label: text.choose }, ...socialPlatforms]

/** The places that the draft or the profile fills, or one empty row to begin with. */
function firstPlaces(initial: Record<string, string>): number[] {
  const places = Object.keys(initial).flatMap(name => /^socialMedia\.(\d+)\.url$/.exec(name)?.[1] ?? [])
  return places.length > 0 ? places.map(Number) : [0]
}

export function SocialMediaFields({ initial, errors }: FieldProps) {
  const [places, setPlaces] = useState(() => firstPlaces(initial))
  const list = useRef<HTMLDivElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const add = () => {
    setPlaces([...places, Math.max(-1, ...places) + 1])
    // The new row is where one goes on.
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(':scope > :last-child select')?.focus(),
    )
  }
  return (
    <div className={styles.wide}>
      <div ref={list}>
        {places.map((place, index) => (
          <div key={place} className={styles.row} style={{ marginBottom: 12 }}>
            <NativeSelect
              name={`socialMedia.${place}.platform`}
              aria-label={`${text.platform} ${index + 1}`}
              data={platforms}
              defaultValue={initial[`socialMedia.${place}.platform`]}
              error={errors[`socialMedia.${place}.platform`]}
            />
            <TextInput
              name={`socialMedia.${place}.url`}
              aria-label={`${text.url} ${index + 1}`}
              placeholder={text.urlExample}
              inputMode="url"
              autoComplete="off"
              defaultValue={initial[`socialMedia.${place}.url`]}
              error={errors[`socialMedia.${place}.url`]}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={`${text.removeRow} ${index + 1}`}
              onClick={() => {
                setPlaces(places.filter(other => other !== place))
                addButton.current?.focus()
              }}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </div>
        ))}
      </div>
      <Button
        ref={addButton}
        variant="default"
        size="sm"
        leftSection={<IconPlus size={16} aria-hidden />}
        disabled={places.length >= mostRows}
        onClick={add}
      >
        {text.addRow}
      </Button>
    </div>
  )
}
