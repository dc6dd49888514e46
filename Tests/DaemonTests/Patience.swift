/// How long a test waits for what must come: far longer than the busiest machine takes.
let patience = Duration.seconds(60)
