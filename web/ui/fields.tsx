import { westernDigits } from '#contract/typedDigits.ts'
import type { ReactNode } from 'react'
import { Checkbox as CheckboxBehaviour, type CheckboxProps } from 'react-aria-components/Checkbox'
import { FieldError } from 'react-aria-components/FieldError'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { Radio as RadioBehaviour, RadioGroup as RadioGroupBehaviour, type RadioGroupProps } from 'react-aria-components/RadioGroup'
import { Select as SelectBehaviour, type SelectProps, SelectValue } from 'react-aria-components/Select'
import { Button } from 'react-aria-components/Button'
import { Text } from 'react-aria-components/Text'
import { TextArea as TextAreaBehaviour } from 'react-aria-components/TextArea'
import { TextField as TextFieldBehaviour, type TextFieldProps } from 'react-aria-components/TextField'
import { useTranslation } from 'react-i18next'
import { Icon, type IconName } from './Icon.tsx'

type Common = { label: string; hint?: ReactNode; error?: string }

/** The message's place is always there, so that the form does not jump when one appears. */
function Below({ hint, error }: Pick<Common, 'hint' | 'error'>) {
  return (
    <span className="field-below">
      {error ? <FieldError className="field-error">{error}</FieldError> : hint && <Text slot="description">{hint}</Text>}
    </span>
  )
}

function FieldLabel({ children, optional }: { children: string; optional: boolean }) {
  const { t } = useTranslation('ui')
  return (
    <Label>
      {children} {optional && <span className="quiet">({t('optional')})</span>}
    </Label>
  )
}

type TextProps = Omit<TextFieldProps, 'className' | 'children' | 'style'> &
  Common & {
    icon?: IconName
    placeholder?: string
    rows?: number
    optional?: boolean
    /** E-mails, numbers and codes run left to right in Arabic too. */ ltr?: boolean
  }

export function TextField({ label, hint, error, icon, placeholder, rows, optional = false, ltr, ...behaviour }: TextProps) {
  const inner = { className: 'input', placeholder, dir: ltr ? ('ltr' as const) : undefined }
  return (
    <TextFieldBehaviour {...behaviour} isInvalid={error !== undefined} className="field" validationBehavior="aria">
      <FieldLabel optional={optional}>{label}</FieldLabel>
      <span className="input-box" data-icon={icon}>
        {icon && <Icon name={icon} size={18} />}
        {rows ? <TextAreaBehaviour {...inner} rows={rows} /> : <Input {...inner} />}
      </span>
      <Below hint={hint} error={error} />
    </TextFieldBehaviour>
  )
}

/** National IDs, codes and the like: digits only, Arabic-Indic ones become Western as they are typed. Not an amount. */
export function DigitsField({ maxLength, onChange, ...rest }: TextProps & { maxLength: number }) {
  const clean = (typed: string) => westernDigits(typed).replace(/\D/g, '').slice(0, maxLength)
  return <TextField {...rest} ltr inputMode="numeric" onChange={(typed) => onChange?.(clean(typed))} />
}

type Choice = { id: string; label: string }

export function Select({
  label,
  hint,
  error,
  choices,
  ...behaviour
}: Omit<SelectProps<Choice>, 'className' | 'children' | 'style'> & Common & { choices: Choice[] }) {
  return (
    <SelectBehaviour {...behaviour} isInvalid={error !== undefined} className="field">
      <Label>{label}</Label>
      <Button className="input select">
        <SelectValue />
        <Icon name="chevronDown" size={18} />
      </Button>
      <Below hint={hint} error={error} />
      <Popover className="popover" offset={4}>
        <ListBox items={choices} className="listbox">
          {(choice) => (
            <ListBoxItem id={choice.id} textValue={choice.label} className="option">
              {({ isSelected }) => (
                <>
                  {choice.label}
                  {isSelected && <Icon name="check" size={16} />}
                </>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </SelectBehaviour>
  )
}

export function Checkbox({ children, ...behaviour }: Omit<CheckboxProps, 'className' | 'children' | 'style'> & { children: ReactNode }) {
  return (
    <CheckboxBehaviour {...behaviour} className="check">
      <span className="box">
        <Icon name={behaviour.isIndeterminate ? 'minus' : 'check'} size={16} />
      </span>
      <span>{children}</span>
    </CheckboxBehaviour>
  )
}

type RadioProps = Omit<RadioGroupProps, 'className' | 'children' | 'style'> &
  Omit<Common, 'label'> & {
    /** Left out where a title above says it: then `aria-label` is given. */
    label?: string
    choices: { id: string; label: ReactNode; text?: ReactNode; isDisabled?: boolean }[]
  }

export function RadioGroup({ label, hint, error, choices, ...behaviour }: RadioProps) {
  return (
    <RadioGroupBehaviour {...behaviour} isInvalid={error !== undefined} className="field">
      {label && <Label>{label}</Label>}
      {choices.map((choice) => (
        <RadioBehaviour key={choice.id} value={choice.id} isDisabled={choice.isDisabled ?? false} className="check radio">
          <span className="box" />
          <span>
            {choice.label}
            {choice.text && <span className="small quiet">{choice.text}</span>}
          </span>
        </RadioBehaviour>
      ))}
      <Below hint={hint} error={error} />
    </RadioGroupBehaviour>
  )
}

/** Two to four choices side by side, such as Gregorian and Hijri. */
export function SegmentedControl({
  label,
  choices,
  ...behaviour
}: Omit<RadioGroupProps, 'className' | 'children' | 'style'> & { label: string; choices: Choice[] }) {
  return (
    <RadioGroupBehaviour {...behaviour} aria-label={label} orientation="horizontal" className="segments">
      {choices.map((choice) => (
        <RadioBehaviour key={choice.id} value={choice.id} className="segment">
          {choice.label}
        </RadioBehaviour>
      ))}
    </RadioGroupBehaviour>
  )
}
