"""What one round meant, in facts and sentences."""
