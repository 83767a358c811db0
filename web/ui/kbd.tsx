export function Kbd({ children }: { children: string }) {
  return (
    <kbd className="inline-flex h-5 min-w-5 items-center justify-center rounded-xs border border-current/35 px-1 font-sans text-2xs font-medium">
      {children}
    </kbd>
  );
}
