// Radio button with a label that may wrap.

interface ChoiceProps {
  readonly value: string;
  readonly chosen: string;
  readonly choose: (choice: string) => void;
  readonly children: preact.ComponentChildren;
}

export function Choice({ value, chosen, choose, children }: ChoiceProps) {
  return (
    <label class="set-up-choice">
      <input
        type="radio"
        name="choice"
        required
        value={value}
        checked={chosen === value}
        onChange={() => choose(value)}
      />
      <span>{children}</span>
    </label>
  );
}
