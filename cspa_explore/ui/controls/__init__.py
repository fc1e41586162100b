"""The widgets that all pages share."""
